// @ts-check
/** Making elements. Text is always set as text, never as markup. */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An HTML element. Properties that begin with "on" are listeners, "data" is the dataset; the rest are
 * attributes (true is an empty one, false and null none).
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, properties);
  element.append(...nodes(children));
  return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, properties = {}, ...children) {
  const element = /** @type {SVGElementTagNameMap[T]} */ (document.createElementNS(SVG, tag));
  dress(element, properties);
  element.append(...nodes(children));
  return element;
}

/**
 * @param {Element} element
 * @param {Record<string, any>} properties
 */
function dress(element, properties) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "data") {
      Object.assign(/** @type {HTMLElement} */ (element).dataset, value);
    } else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * @param {(Child | Child[])[]} children
 * @returns {(Node | string)[]}
 */
function nodes(children) {
  return children
    .flat()
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : String(child)));
}

/**
 * The element with an id that the page is known to have.
 * @param {string} id
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element ${id}`);
  return element;
}

/**
 * A link to a case of the rules.
 * @param {string} rule
 * @param {(rule: string) => void} open
 */
export function ruleLink(rule, open) {
  return h(
    "button",
    { class: "rule", type: "button", "aria-label": `Rule ${rule}`, onclick: () => open(rule) },
    rule,
  );
}

/**
 * A bot's name in words; it may carry the seconds it may think.
 * @param {string} who
 */
export function botName(who) {
  const [name, seconds] = who.split(":");
  return seconds ? `${name}, ${seconds} s per turn` : who;
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
