// @ts-check
/** Talking at a hosted table: chat with the other player, and a note that only its writer sees. */

import { app } from "../app.js";
import { nameOf } from "../status/people.js";
import { capital, h } from "./parts.js";

/** @typedef {import("../types.js").ChatLine} ChatLine */

const SAVE_AFTER = 700; // milliseconds of rest

/** @param {HTMLElement} element */
export function mount(element) {
  /** @type {Map<number, ChatLine>} */
  const lines = new Map();
  let table = "";
  let shown = false;
  let unread = 0;
  let began = false;

  const none = h("p", { class: "empty" }, "Nothing has been said yet. Everybody at the table reads this.");
  const said = h("ol");
  const list = h("div", { class: "chat-list", role: "log", "aria-label": "Chat", tabindex: "0" }, said);
  const input = h("input", { id: "chat-text", maxlength: 1000, autocomplete: "off", enterkeyhint: "send", "aria-label": "Say something", placeholder: "Say something" });
  const form = h("form", { class: "chat-form", onsubmit: send }, input, h("button", { type: "submit", class: "primary" }, "Send"));
  const note = h("textarea", { id: "note", rows: 5, maxlength: 20000, oninput: () => later() });
  const saved = h("span", { class: "said", role: "status" });
  const notes = h("details", { class: "notes" }, h("summary", {}, "My notes"),
    h("label", { for: "note", class: "note" }, "Only you see them, on every device that holds your seat. "), saved, note);
  element.classList.add("panel", "talk");
  element.append(none, list, form, notes);

  /** @param {SubmitEvent} event */
  async function send(event) {
    event.preventDefault();
    const text = input.value.trim();
    if (!text) return;
    if (await app.act("chat", { text })) input.value = "";
    input.focus();
  }

  // Chat -------------------------------------------------------------------------------------

  /** @param {{lines: ChatLine[]}} message */
  function hear(message) {
    if (table !== app.table) {
      table = app.table ?? "";
      lines.clear();
      said.replaceChildren();
      began = false;
      unread = 0;
    }
    const fresh = message.lines.filter((line) => !lines.has(line.n));
    for (const line of fresh) lines.set(line.n, line);
    const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    for (const line of fresh.sort((one, other) => one.n - other.n)) said.append(item(line));
    none.hidden = lines.size > 0;
    if (atEnd || !shown) list.scrollTop = list.scrollHeight;
    const others = began ? fresh.filter((line) => line.side !== app.side) : [];
    began = true;
    const last = others[others.length - 1];
    if (shown || !last) return;
    unread += others.length;
    app.emit("unread", unread);
    app.flash(`${last.name ?? capital(last.side)}: ${last.text.length > 120 ? `${last.text.slice(0, 120)} …` : last.text}`);
  }

  /** @param {ChatLine} line */
  function item(line) {
    const number = app.board?.sides.indexOf(line.side) ?? -1;
    const at = new Date(line.at);
    const time = at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    return h("li", { class: `side${number}` },
      h("p", { class: "who" }, h("b", {}, line.name ?? nameOf(line.side)),
        h("time", { datetime: line.at, title: at.toLocaleString() }, time)),
      h("p", { class: "text" }, line.text));
  }

  // Notes ------------------------------------------------------------------------------------

  let timer = 0;
  /** What the server has. */
  let kept = "";

  function later() {
    saved.textContent = "";
    clearTimeout(timer);
    timer = window.setTimeout(save, SAVE_AFTER);
  }

  async function save() {
    clearTimeout(timer);
    timer = 0;
    const text = note.value;
    if (text === kept) return;
    if (await app.act("note", { text })) {
      kept = text;
      if (note.value === text) saved.textContent = "Saved.";
    } else later();
  }

  note.addEventListener("blur", () => void save());
  app.on("note", ({ text }) => {
    const mine = note.value !== kept; // something of one's own is on its way
    kept = text;
    if (!mine) note.value = text;
    if (text && !mine) notes.open = true;
  });

  // ------------------------------------------------------------------------------------------

  app.on("chat", hear);
  app.on("state", () => {
    form.hidden = notes.hidden = app.side === null;
  });
  app.on("tab", (name) => {
    shown = name === "talk";
    if (!shown) return;
    unread = 0;
    app.emit("unread", 0);
    list.scrollTop = list.scrollHeight;
  });
}
