// @ts-check
/** Actions of this player: one or several choices that are taken, and taken back, as one. */

import { app } from "../app.js";

/**
 * An action: how many choices there were before it, and what it was. Picking units and putting them down are
 * taken back with the move they belong to.
 * @typedef {{number: number, what: "pick" | "move" | "plan" | "other"}} Action
 */

/** @type {Action[]} */
let actions = [];
/** The game they are of. @type {string | null} */
let table = null;
/** How many choices there were after the last of them. */
let reached = -1;

/** The actions of the open game; they outlive a reload of the page. */
function known() {
  if (table !== app.table) {
    table = app.table;
    try {
      actions = JSON.parse(sessionStorage.getItem(`hexfront.actions.${table}`) ?? "[]");
    } catch {
      actions = [];
    }
  }
  return actions;
}

function keep() {
  sessionStorage.setItem(`hexfront.actions.${table}`, JSON.stringify(actions.slice(-500)));
}

/**
 * Note that choices were taken since a number of them.
 * @param {number} number
 * @param {Action["what"]} what
 */
function note(number, what) {
  const now = app.state?.number ?? 0;
  const last = known()[actions.length - 1];
  if (now > number && last?.number !== number) {
    actions.push({ number, what });
    keep();
  }
  reached = now;
}

/**
 * Take choices as one action that is taken back as one.
 * @param {import("../types.js").Choice[]} choices
 * @param {boolean} [quiet] do not show a refusal
 */
export async function play(choices, quiet = false) {
  const number = app.state?.number ?? 0;
  const reply = await app.choose(choices, quiet);
  note(number, kindOf(choices.map(([verb]) => String(verb))));
  return reply;
}

/**
 * @param {string[]} verbs
 * @returns {Action["what"]}
 */
function kindOf(verbs) {
  if (verbs.includes("go")) return "move";
  if (verbs.every((verb) => ["pick", "drop", "stop"].includes(verb))) return "pick";
  return verbs.every((verb) => ["target", "join", "leave", "cancel"].includes(verb)) ? "plan" : "other";
}

/**
 * Do several things as one action.
 * @param {() => Promise<unknown>} deeds
 */
export async function together(deeds) {
  const number = app.state?.number ?? 0;
  const before = known().length;
  await deeds();
  actions.length = Math.min(before, actions.length);
  note(number, "other");
}

/**
 * Take back the last move, with the picking before it and the putting down after it; the attack that is being
 * planned; or the last action. In a secret decision the last choice.
 */
export async function takeBack() {
  app.emit("takeback");
  if (app.state?.secret) return void (await app.undo()); // choices of a plan have no numbers yet
  const list = known();
  let to = (app.state?.number ?? 1) - 1;
  const top = () => list[list.length - 1]?.what;
  const pop = () => (to = list.pop()?.number ?? to);
  const first = top();
  while (top() === "pick") pop();
  if (top() === "move") {
    pop();
    while (top() === "pick") pop();
  } else if (first === "plan") while (top() === "plan") pop();
  else if (first !== "pick") pop();
  keep();
  await app.undo(to);
}

/** Whether nobody has chosen since this player's last action. */
export function lastWasMine() {
  return known().length > 0 && reached === app.state?.number;
}

/** Ask the other player's consent to take back the last action. */
export async function askBack() {
  const last = app.entries.findLast((entry) => entry.side === app.side && entry.number > 0);
  const to = known()[actions.length - 1]?.number ?? (last?.number ?? app.state?.number ?? 1) - 1; // the log must do
  await app.act("ask-undo", { to });
}

/** Drop the actions that have been taken back, by whomever. */
export function forgetUndone() {
  const number = app.state?.number ?? 0;
  while (known().length && (actions[actions.length - 1]?.number ?? 0) >= number) actions.pop();
}
