// @ts-check
/** The sheet over the map's left edge: the tray of pieces to place, or the odds. */

import { app } from "../app.js";
import { byId } from "../lib/dom.js";

/**
 * @param {string} kind
 * @param {...Node} content
 */
export function openSheet(kind, ...content) {
  const sheet = byId("sheet");
  const at = sheet.dataset.kind === kind ? sheet.scrollTop : 0;
  sheet.dataset.kind = kind;
  sheet.replaceChildren(...content);
  sheet.hidden = false;
  sheet.scrollTop = at;
  app.emit("sheet");
}

/** @param {string} [kind] close only this kind */
export function closeSheet(kind) {
  const sheet = byId("sheet");
  if (kind && sheet.dataset.kind !== kind) return;
  sheet.hidden = true;
  sheet.dataset.kind = "";
  sheet.replaceChildren();
  app.emit("sheet");
}
