// @ts-check
/** Passing where there is nothing to decide. */

import { app } from "../app.js";

const LEAST_WAIT = 1500; // milliseconds in which a player might answer
const MOST_WAIT = 5000;

/** The number of choices at which this page passes by itself. */
let at = -1;

/** The game and how many choices had been taken in it when its last state came. */
let known = { table: /** @type {string | null} */ (null), number: -1 };
/** The number to which something was taken back: there nothing is passed, or it could never be. */
let back = -1;

app.on("state", () => {
  const number = app.state?.number ?? -1;
  if (known.table !== app.table) at = back = -1;
  else if (number < known.number) [at, back] = [-1, number];
  known = { table: app.table, number };
});

/** Whether this page is passing just now. */
export const passing = () => at >= 0 && at === app.state?.number;

/**
 * Pass where one word is all that is offered. Nobody is asked what has one answer; but an answer that comes at
 * once would tell another person that there was nothing, so that they wait about as long as for a player's.
 */
export function passes() {
  const [only, ...more] = app.offer;
  if (!Array.isArray(only) || only.length !== 1 || more.length) return false;
  const number = app.state?.number ?? -1;
  if (number === back) return false;
  if (at === number) return true;
  at = number;
  const kind = app.view?.decision?.kind;
  const people = Object.values(app.state?.seats ?? {}).filter((who) => who === "human").length;
  const wait = people > 1 ? LEAST_WAIT + Math.random() * (MOST_WAIT - LEAST_WAIT) : 0;
  setTimeout(() => {
    if (app.state?.number === number && app.mine && app.view?.decision?.kind === kind) void app.choose([only], true);
  }, wait);
  return true;
}

/** What stands where the buttons were. @param {string} label @returns {import("../types.js").ButtonSpec} */
export function passingButton(label) {
  return { label, do: () => {}, tone: "quiet", disabled: true };
}
