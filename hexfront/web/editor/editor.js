// @ts-check
/** The editor for owners: the map of a game, and beside it our data with one's own over them. */

import { app } from "../app.js";
import { board, open } from "../analysis/board.js";
import { Study } from "../analysis/study.js";
import { loadStyle } from "../lib/lazy.js";

/** Open the editor of the game that the address names. */
export async function start() {
  document.body.dataset.board = document.body.dataset.editor = "";
  await Promise.all([loadStyle("analysis/analysis.css"), loadStyle("editor/editor.css")]);
  open(Study.about(new URLSearchParams(location.search).get("game") ?? "", {}), false);
  if (board) board.tool = "edit"; // nobody plays here
  app.on("act", (/** @type {import("../types.js").Act} */ act) => app.select(act.unit ?? act.hex));
  app.emit("show-tab", "editor");
}
