// @ts-check
/** The end of the game: who has won, and the reckoning. */

import { app } from "./app.js";
import { byId, h } from "./dom.js";
import { outcome } from "./prompt.js";
import { reckoning } from "./track.js";

let told = "";

export function mountVictory() {
  app.on("state", () => {
    const result = app.state?.view.result;
    if (!result || app.mode === "replay" || told === app.table) return;
    told = app.table ?? "";
    show(result.winner);
  });
}

/** @param {string} winner */
function show(winner) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("victory"));
  const number = app.board?.sides.indexOf(winner) ?? -1;
  const words = outcome(winner);
  dialog.className = number < 0 ? "" : `side${number}`;
  dialog.replaceChildren(
    h("p", { class: "kicker" }, app.board?.title ?? ""),
    h("h2", {}, words.charAt(0).toUpperCase() + words.slice(1)),
    reckoning(),
    h("form", { method: "dialog" },
      h("a", { class: "button", href: "/" }, "To the lobby"),
      h("button", { class: "primary", value: "close", autofocus: true }, "Look at the board")),
  );
  dialog.showModal();
}
