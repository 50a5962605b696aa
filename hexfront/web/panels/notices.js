// @ts-check
/** How a player of a hosted game is notified of their move: by the browser, by mail, by a chat service. */

import { app } from "../app.js";
import { fetchJson, postJson } from "../lib/http.js";
import { noticesOn, wantNotices } from "../status/yourmove.js";
import { button, complain, h } from "./parts.js";

/** @typedef {import("../types.js").Notice} Notice */

const SAYS = { push: "this or another browser", email: "e-mail", service: "a chat service" };

/** @param {HTMLElement} element */
export function mount(element) {
  const page = h("input", { type: "checkbox", id: "notice-page", onchange: () => void switchPage() });
  const list = h("ul", { class: "notices" });
  const ways = h("div", { class: "ways" });
  const said = h("p", { class: "note", role: "status" });
  element.append(h("label", { class: "check" }, page, "By the browser, while this page is in the background"), list, ways, said);
  let key = "";

  async function switchPage() {
    page.checked = await wantNotices(page.checked);
    said.textContent = page.checked || !("Notification" in window) || Notification.permission !== "denied"
      ? "" : "The browser does not allow this page to show notifications; change that in its settings.";
  }

  async function update() {
    if (!app.hosted || app.side === null || !app.table) return;
    const now = `${app.table} ${app.side}`;
    if (now === key) return;
    key = now;
    page.checked = noticesOn();
    const { notices } = await app.lobby();
    if (!notices.push && !notices.email && notices.services.length === 0) return;
    draw(await fetchJson(`${path()}?side=${app.side}`));
    ways.replaceChildren(
      notices.push && "serviceWorker" in navigator && "PushManager" in window
        ? h("p", { class: "buttons" }, button("By the browser, also when the page is closed", () => void subscribe(notices.push ?? "")))
        : "",
      notices.email ? address("email", "E-mail address", "email", "Add") : "",
      notices.services.length > 0
        ? address("service", `Address of a chat service (${notices.services.map((name) => `${name}://`).join(", ")})`, "text", "Add")
        : "",
    );
  }

  const path = () => `/api/tables/${app.table}/notices`;

  /** @param {{notices: Notice[]}} reply */
  function draw({ notices }) {
    list.replaceChildren(...notices.map((notice) =>
      h("li", {}, h("span", {}, `${SAYS[notice.how]}: ${notice.to}${notice.confirmed ? "" : " (a mail asks you to confirm it)"}`),
        button("Remove", () => void change("/delete", { id: notice.id }), { class: "quiet", "aria-label": `Remove ${notice.to}` }))));
  }

  /**
   * @param {string} where
   * @param {object} body
   */
  async function change(where, body) {
    said.textContent = "";
    try {
      draw(await postJson(path() + where, { side: app.side, ...body }));
      return true;
    } catch (error) {
      said.textContent = error instanceof Error ? error.message : String(error);
      return false;
    }
  }

  /**
   * @param {"email" | "service"} how
   * @param {string} label
   * @param {string} type
   * @param {string} words
   */
  function address(how, label, type, words) {
    const input = h("input", { id: `notice-${how}`, type, required: true, maxlength: 500, autocomplete: how === "email" ? "email" : "off" });
    return h("form", { class: "way", onsubmit: async (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      if (await change("", { how, to: input.value.trim() })) input.value = "";
    } }, h("label", { for: input.id }, label), h("div", { class: "link-line" }, input, h("button", { type: "submit" }, words)));
  }

  /** @param {string} applicationServerKey */
  async function subscribe(applicationServerKey) {
    said.textContent = "";
    try {
      if ((await Notification.requestPermission()) !== "granted") {
        said.textContent = "The browser does not allow this page to show notifications; change that in its settings.";
        return;
      }
      const worker = await navigator.serviceWorker.register("/sw.js");
      await navigator.serviceWorker.ready;
      const push = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
      if (await change("", { how: "push", push: push.toJSON() })) said.textContent = "This browser will be notified.";
    } catch (error) {
      said.textContent = `The browser's push service does not answer (${error instanceof Error ? error.message : String(error)}).`;
    }
  }

  const show = () => void update().catch(complain);
  app.on("hosted", show);
  app.on("state", show);
}
