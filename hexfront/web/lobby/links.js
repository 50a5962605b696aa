// @ts-check
/** A link to share: shown, and copied with one click. */

import { h } from "../lib/dom.js";

let made = 0;

/**
 * @param {string} label
 * @param {string} href
 * @param {string} [note]
 */
export function linkBox(label, href, note = "") {
  const id = `link-${++made}`;
  const input = h("input", { id, class: "link", readonly: true, value: href, onfocus: () => input.select() });
  const said = h("span", { class: "said", role: "status" });
  const copy = h("button", { type: "button", "aria-label": `Copy: ${label}`, onclick: async () => {
    said.textContent = (await toClipboard(input)) ? "Copied." : "Press Ctrl+C to copy.";
  } }, "Copy");
  return h("div", { class: "link-box" },
    h("label", { for: id }, label), h("div", { class: "link-line" }, input, copy),
    h("p", { class: "note" }, note, note ? " " : "", said));
}

/** The link to one's games after others were thrown out of a seat. @param {string} href */
export function newListLink(href) {
  return linkBox("The new link to all your games", href,
    "The devices you have thrown out knew the earlier link, so it no longer works. Keep this one like a password.");
}

/** @param {HTMLInputElement} input */
async function toClipboard(input) {
  try {
    await navigator.clipboard.writeText(input.value);
    return true;
  } catch { // only pages served over HTTPS may
    input.select();
    return false;
  }
}
