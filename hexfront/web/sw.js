// @ts-check
/** The service worker: shows "your move" when no page is open. It keeps nothing and fetches nothing. */

const worker = /** @type {any} */ (self);

worker.addEventListener("push", (/** @type {any} */ event) => {
  let words;
  try {
    words = event.data.json();
  } catch {
    words = {};
  }
  const { title = "Your move", body = "", url = "/", tag = "hexfront" } = words;
  event.waitUntil(worker.registration.showNotification(title, { body, tag, icon: "/web/icon.svg", data: { url } }));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  const wanted = new URL(event.notification.data?.url ?? "/", worker.location.origin);
  if (wanted.origin === worker.location.origin) event.waitUntil(go(wanted.href));
});

/**
 * To the page that has the game open, or a new one.
 * @param {string} href
 */
async function go(href) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((/** @type {any} */ page) => page.url === href);
  return open ? open.focus() : worker.clients.openWindow(href);
}
