// @ts-check
/**
 * Which part of the page answers the engine's present decision.
 *
 * The game says which handler answers each kind of decision; clicks on the board and the buttons of the
 * prompt go to it.
 */

import { app } from "../app.js";
import { byId } from "../lib/dom.js";
import { forgetUndone } from "./actions.js";
import { asideHandler } from "./aside.js";

/** @typedef {import("../types.js").Handler} Handler */
/** @typedef {import("../types.js").Act} Act */

/** @type {Map<string, Handler>} */
const handlers = new Map();
/** @type {Handler | null} */
let current = null;
/** The decision that the map has been looked over for. */
let sought = "";

/** @param {Handler} handler */
export function register(handler) {
  handlers.set(handler.name, handler);
}

/** Listen to the board. */
export function mountControls() {
  app.on("state", refresh);
  app.on("mode", refresh);
  app.on("sheet", seek);
  app.on("zoom", seek); // the first sight of the map
  app.on("act", (/** @type {Act} */ act) => void onAct(act));
  app.on("hover", () => current?.hover?.(app.hovered));
}

/** Show what the present question needs. */
function refresh() {
  const by = app.mine ? app.decision?.by : undefined;
  const next = by ? (handlers.get(by) ?? null) : null;
  if (current && current !== next) current.hide();
  current = next;
  current?.show();
  const beside = asideHandler(); // also ends it where nothing is offered any more
  if (app.mine) beside?.show();
  forgetUndone();
  app.emit("live");
  seek();
}

/** What a decision marks on the map: where there is something to be done. */
const MARKS = ["act", "target", "probe"];

/**
 * Once for each decision that comes up: something that it is about is in sight. While the recap is open the map is
 * about what the other side did.
 */
function seek() {
  const view = app.view;
  if (!current || !view || byId("sheet").dataset.kind === "recap") return;
  const now = [app.table, app.side, view.turn, view.phase, view.impulse, view.decision?.kind].join(" ");
  if (now === sought) return;
  const due = (view.has_to_move ?? []).flatMap((id) => app.unit(id)?.hex ?? []);
  const units = [...current.live().keys()].flatMap((id) => app.unit(id)?.hex ?? []);
  const hexes = MARKS.flatMap((name) => [...(app.layers.get(name)?.hexes?.keys() ?? [])]);
  const wish = { hexes: due.length ? due : [...units, ...hexes], met: false };
  app.emit("bring", wish);
  if (wish.met) sought = now;
}

/** The handler at work. */
export function handler() {
  return app.mine ? (asideHandler() ?? current) : null;
}

/** Counters that can be used now, and those in use. */
export function live() {
  return handler()?.live() ?? new Map();
}

/** @param {Act} act */
async function onAct(act) {
  if (app.mode !== "play" && app.mode !== "replay") return;
  app.select(act.unit ?? act.hex);
  const at = handler();
  if (!at || app.busy) return;
  const done = await at.act(act);
  if (!done) {
    const choice = at.meant?.(act);
    if (choice) await app.whyNot(choice);
  }
}
