// @ts-check
/** Keys for the whole page, and the announcement of the present decision to screen readers. */

import { app } from "../app.js";
import { ending, secretWords } from "../status/people.js";
import { capital, h } from "./parts.js";
import { KEYS, REPLAY_KEYS } from "./keys.js";

const MAP_KEYS = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Enter", " ", "+", "=", "-", "0"]);

/** @param {HTMLElement} map */
export function mount(map) {
  const voice = h("div", { class: "unseen", "aria-live": "polite", id: "voice" });
  document.body.append(voice);
  let said = "";

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (app.mode === "lobby" || app.mode === "curtain" || document.querySelector("dialog[open]")) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input:not([type=range]), textarea, select, [contenteditable]")) return;
    if (app.mode === "replay" && REPLAY_KEYS[event.key]) {
      event.preventDefault();
      app.emit("replay-step", REPLAY_KEYS[event.key]);
      return;
    }
    const key = KEYS.find((each) => each.act && each.keys.includes(event.key));
    if (key?.act) {
      event.preventDefault();
      key.act();
    } else if (target === document.body && MAP_KEYS.has(event.key)) {
      // Nothing has the focus: the map is meant.
      event.preventDefault();
      map.focus();
      map.dispatchEvent(new KeyboardEvent("keydown", { key: event.key, shiftKey: event.shiftKey }));
    }
  });

  app.on("state", () => {
    const text = prompt();
    if (text === said) return;
    said = text;
    voice.textContent = text;
  });
}

/** Who is to do what, in one sentence. */
function prompt() {
  const view = app.view;
  if (!view || app.mode === "replay" || app.mode === "curtain") return "";
  const end = ending();
  if (end) return `The game is over: ${end.words}.`;
  const decision = view.decision;
  if (!decision) return "";
  const secret = secretWords();
  const asked = decision.prompt ?? (decision.side ? `${capital(decision.side)} decides.` : "");
  return [asked, secret].filter(Boolean).join(" ");
}
