// @ts-check
/** Actions of this player: one or several choices that are taken, and taken back, as one. */

import { app } from "../app.js";

/** Numbers of choices before each action of this player, for taking it back whole. @type {number[]} */
const actions = [];
/** How many choices there were after the last of them. */
let reached = -1;

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

/** Take back the last action, however many choices it was made of; in a secret decision the last choice. */
export async function takeBack() {
  if (app.state?.secret) return void (await app.undo()); // choices of a plan have no numbers yet
  const to = actions.pop() ?? (app.state?.number ?? 1) - 1;
  await app.undo(to);
}

/** Whether nobody has chosen since this player's last action. */
export function lastWasMine() {
  return actions.length > 0 && reached === app.state?.number;
}

/** Ask the other player's consent to take back the last action. */
export async function askBack() {
  const last = app.entries.findLast((entry) => entry.side === app.side && entry.number > 0);
  const to = actions[actions.length - 1] ?? (last?.number ?? app.state?.number ?? 1) - 1; // after a reload the log must do
  await app.act("ask-undo", { to });
}

/** Drop the actions that have been taken back, by whomever. */
export function forgetUndone() {
  const number = app.state?.number ?? 0;
  while (actions.length && (actions[actions.length - 1] ?? 0) >= number) actions.pop();
}
