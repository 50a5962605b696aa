// @ts-check
/** The end of the game: who has won, and the victory points. */

import { app } from "../app.js";
import { byId, h } from "../lib/dom.js";
import { ending } from "./people.js";
import { reckoning } from "./track.js";

let shown = "";

export function mountVictory() {
  app.on("state", () => {
    const end = ending();
    if (!end || app.mode === "replay" || shown === app.table) return;
    shown = app.table ?? "";
    show(end.winner, end.words);
  });
}

/**
 * @param {string} winner
 * @param {string} words
 */
function show(winner, words) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("victory"));
  const number = app.board?.sides.indexOf(winner) ?? -1;
  dialog.className = number < 0 ? "" : `side${number}`;
  dialog.replaceChildren(
    h("p", { class: "kicker" }, app.board?.title ?? ""),
    h("h2", {}, words.charAt(0).toUpperCase() + words.slice(1)),
    app.state?.ended ? "" : (reckoning() ?? ""),
    h("form", { method: "dialog" },
      h("a", { class: "button", href: "/" }, "To the lobby"),
      h("button", { value: "luck", onclick: () => app.emit("luck") }, "Luck of the dice"),
      h("button", { class: "primary", value: "close", autofocus: true }, "Look at the board")),
  );
  dialog.showModal();
}
