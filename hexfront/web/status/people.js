// @ts-check
/** Who sits at the table, who of them is here, and how the game has ended: in words. */

import { app } from "../app.js";
import { capital } from "../lib/dom.js";

/**
 * The name of a side's player: their own, the computer's, or that of the side.
 * @param {string} side
 */
export function nameOf(side) {
  return app.state?.names?.[side] || capital(side);
}

/** Whether a side is played by somebody else, at another screen. @param {string} side */
export function elsewhere(side) {
  return app.hosted && app.state?.seats[side] === "human" && !app.state.me.includes(side);
}

/**
 * How a side that is waited for is called.
 * @param {string} side
 */
export function waitedFor(side) {
  const who = app.state?.seats[side];
  if (who && who !== "human") return `${capital(side)} (computer)`;
  if (!elsewhere(side)) return capital(side);
  if (app.state?.open.includes(side)) return `${capital(side)} (nobody has taken this side yet)`;
  const away = app.presence && !app.presence.here[side] ? ", not here now" : "";
  return `${capital(side)} (${nameOf(side)}${away})`;
}

/** A person by their name, else the side. @param {string} side */
function sideOrName(side) {
  return nameOf(side) === capital(side) ? `The ${capital(side)} side` : nameOf(side);
}

/** What a decision that is taken in secret waits for; empty where there is none. */
export function secretWords() {
  const secret = app.state?.secret;
  if (!secret || app.mode === "replay") return "";
  const done = Object.keys(secret.committed);
  const words = done.filter((side) => side !== app.side).map((side) => `${sideOrName(side)} has committed.`);
  if (app.side && done.includes(app.side)) words.unshift("You have committed.");
  const others = secret.deciding.filter((side) => side !== app.side);
  const who = others.map(waitedFor).join(" and ");
  if (who) words.push(app.mine ? `${who} decides too, in secret.` : `${who}: deciding in secret …`);
  return words.join(" ");
}

/**
 * How the game has ended; null while it goes on.
 * @returns {{winner: string, words: string} | null}
 */
export function ending() {
  const { view, ended } = app.state ?? {};
  if (ended) {
    const who = ended.side ? nameOf(ended.side) : "";
    const how = ended.by === "time" ? `${who || "both"} ran out of time` : who ? `${who} has resigned` : "agreed by both";
    return { winner: ended.winner, words: `${outcome(ended.winner)}, ${how}` };
  }
  return view?.result ? { winner: view.result.winner, words: outcome(view.result.winner) } : null;
}

/** @param {string} winner */
function outcome(winner) {
  return winner === "draw" ? "a draw" : `${capital(winner)} victory`;
}
