// @ts-check
/**
 * The desk: which part of the page answers the engine's present question.
 *
 * The game says which handler answers each kind of decision; clicks on the board and the buttons of the
 * prompt go to it.
 */

import { app } from "../app.js";
import { asideHandler } from "./aside.js";

/** @typedef {import("../types.js").Handler} Handler */
/** @typedef {import("../types.js").Act} Act */

/** @type {Map<string, Handler>} */
const handlers = new Map();
/** @type {Handler | null} */
let current = null;
/** Numbers of choices before each action of this player, for taking it back whole. @type {number[]} */
const actions = [];
/** How many choices there were after the last of them. */
let reached = -1;

/** @param {Handler} handler */
export function register(handler) {
  handlers.set(handler.name, handler);
}

/** Listen to the board. */
export function mountDesk() {
  app.on("state", refresh);
  app.on("mode", refresh);
  app.on("act", (/** @type {Act} */ act) => void onAct(act));
  app.on("hover", () => current?.hover?.(app.hovered));
}

/** Show what the present question needs. */
function refresh() {
  const by = app.mine ? app.desk?.by : undefined;
  const next = by ? (handlers.get(by) ?? null) : null;
  if (current && current !== next) current.hide();
  current = next;
  current?.show();
  const number = app.state?.number ?? 0;
  while (actions.length && (actions[actions.length - 1] ?? 0) >= number) actions.pop();
  app.emit("live");
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

/**
 * Take choices as one action that is taken back as one.
 * @param {import("../types.js").Choice[]} choices
 * @param {boolean} [quiet] do not show a refusal
 */
export async function play(choices, quiet = false) {
  const number = app.state?.number ?? 0;
  const reply = await app.choose(choices, quiet);
  if ((app.state?.number ?? 0) > number && actions[actions.length - 1] !== number) {
    actions.push(number);
  }
  reached = app.state?.number ?? 0;
  return reply;
}

/** Take back the last action, however many choices it was made of. */
export async function takeBack() {
  const to = actions.pop() ?? (app.state?.number ?? 1) - 1;
  await app.undo(to);
}

/** Whether nobody has chosen since this player's last action. */
export function lastWasMine() {
  return actions.length > 0 && reached === app.state?.number;
}

/** Ask the other player to let one take back the last action, beyond what is free. */
export async function askBack() {
  const told = app.entries.findLast((entry) => entry.side === app.side && entry.number > 0);
  const to = actions[actions.length - 1] ?? (told?.number ?? app.state?.number ?? 1) - 1; // after a reload the log must do
  await app.act("ask-undo", { to });
}
