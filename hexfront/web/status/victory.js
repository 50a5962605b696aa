// @ts-check
/** The end of the game: who has won, how it came to that, and what now. */

import { app } from "../app.js";
import { byId, h } from "../lib/dom.js";
import { postJson } from "../lib/http.js";
import { ending } from "./people.js";
import { replay, story } from "./story.js";
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
    h("div", { class: "end-story", tabindex: "0", role: "region", "aria-label": "How the game went" },
      app.state?.ended ? "" : (reckoning() ?? ""),
      ...story()),
    h("form", { method: "dialog" },
      h("a", { class: "button", href: "/" }, "To the lobby"),
      h("button", { value: "luck", onclick: () => app.emit("luck") }, "Luck of the dice"),
      h("button", { type: "button", onclick: () => replay(0) }, "Replay"),
      ...(app.hosted ? [] : [
        h("button", { type: "button", onclick: () => void rematch(false) }, "Rematch"),
        h("button", { type: "button", onclick: () => void rematch(true) }, "Change sides"),
      ]),
      h("button", { class: "primary", value: "close", autofocus: true }, "Look at the board")),
  );
  dialog.showModal();
}

/**
 * The same game anew, with the same players.
 * @param {boolean} changed each plays the other side
 */
async function rematch(changed) {
  const { view, state, board } = app;
  if (!view || !state || !board) return;
  const players = board.sides.map((side) => state.seats[side]);
  if (changed) players.reverse();
  try {
    const seats = Object.fromEntries(board.sides.map((side, i) => [side, players[i]]));
    const table = await postJson("/api/tables", { game: view.game, scenario: view.scenario, options: view.options, seats });
    location.assign(`/game/${table.id}`);
  } catch (error) {
    app.flash(error instanceof Error ? error.message : String(error));
  }
}
