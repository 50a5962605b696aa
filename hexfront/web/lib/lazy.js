// @ts-check
/** Parts of the page that are loaded when they are first wanted. */

/** @type {Map<string, Promise<void>>} */
const styles = new Map();

/**
 * Load a style sheet once; done when it holds (or cannot be had: then the part is plain).
 * @param {string} path below /web/
 * @returns {Promise<void>}
 */
export function loadStyle(path) {
  const known = styles.get(path);
  if (known) return known;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = `/web/${path}`;
  const done = new Promise((/** @type {(value: void) => void} */ resolve) => {
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => resolve());
  });
  styles.set(path, done);
  document.head.append(link);
  return done;
}
