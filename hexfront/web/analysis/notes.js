// @ts-check
/** Notes and arrows of a variation. */

import { app } from "../app.js";
import { h } from "../lib/dom.js";
import { button } from "../panels/parts.js";
import { board } from "./board.js";

/** Where the arrow that is being drawn comes from. @type {string | null} */
let from = null;

/**
 * @param {HTMLElement} element
 * @returns {() => void} shows it anew
 */
export function mountNotes(element) {
  const text = h("textarea", { rows: 4, "aria-label": "Notes on this variation", maxlength: 5000, oninput: () => {
    if (board) board.study.now.note = text.value;
    board?.study.keep();
  } });
  const draw = button("Draw arrows", () => {
    from = null;
    board?.take(board.tool === "draw" ? null : "draw");
    show();
  }, { "aria-pressed": "false" });
  const clear = button("Clear arrows", () => {
    if (board) board.study.now.arrows = [];
    board?.study.keep();
    show();
  });
  const hint = h("p", { class: "note", role: "status" });
  element.append(h("h3", {}, "Notes"), text, h("p", { class: "buttons" }, draw, clear), hint);

  app.on("act", (/** @type {import("../types.js").Act} */ act) => {
    if (board?.tool !== "draw") return;
    const start = from;
    from = start ? null : act.hex;
    if (start) {
      const { arrows } = board.study.now;
      const same = arrows.findIndex(([one, other]) => one === start && other === act.hex);
      if (same >= 0) arrows.splice(same, 1);
      else if (start !== act.hex && arrows.length < 200) arrows.push([start, act.hex]);
      board.study.keep();
    }
    show();
  });

  function show() {
    if (!board) return;
    const now = board.study.now;
    if (document.activeElement !== text) text.value = now.note;
    const drawing = board.tool === "draw";
    draw.setAttribute("aria-pressed", String(drawing));
    hint.textContent = drawing ? (from ? `From ${from} to which hex? Click it.` : "Click the hex an arrow comes from. The same again removes one.") : "";
    app.showArrows("notes", now.arrows.map((hexes) => ({ hexes, side: app.side ?? app.board?.sides[0] ?? "", title: "A note" })));
    app.showHexes("notes", drawing && from ? [from] : [], "focus");
  }

  return show;
}
