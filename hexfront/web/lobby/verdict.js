// @ts-check
/** The result of checking a game's dice, in words, warnings first. */

import { firstSeal, gameOfSeal } from "./mine.js";
import { myShare } from "../status/dice.js";

/** @typedef {import("../types.js").Verified} Verified */

/** The warning for a seal that is not the one first seen. */
export const OTHER_SEAL = "the seal of the dice is not the one that this browser saw first in this game: somebody has changed the dice";

/**
 * What to say of a report, and whether it holds a warning.
 * @param {Verified} report
 * @param {string | null} table the game it is about, where that is known
 */
export function verdict({ dice, choices, scripted, passed, take_backs: times, commitments, seal, shares, doubts }, table) {
  const first = table ? firstSeal(table) : null;
  const other = first !== null && first !== seal;
  const known = gameOfSeal(seal);
  const words = [];
  if (other) words.push(`Warning: ${OTHER_SEAL}.`);
  const mine = table ? Object.entries(shares).filter(([side]) => myShare(table, side)) : [];
  const forged = mine.some(([side, share]) => table && share !== myShare(table, side));
  if (forged) words.push("Warning: what this browser added to the dice is not what the record says.");
  if (scripted) words.push(`Warning: ${count(scripted)} not rolled from the seed, but set by hand or taken over from the game that this one branched off from. The seal does not cover them.`);
  const rolled = Math.max(0, dice - scripted);
  words.push(`${scripted ? `The other ${rolled}` : `All ${dice}`} dice and ${choices} choices are right.`);
  if (commitments) words.push(`${commitments} secret plans are those that were committed to.`);
  if (passed) words.push(`${count(passed)} seen and taken back, ${times === 1 ? "once" : `${times} times`}, and were not rolled again: check that you agreed to that.`);
  if (mine.length && !forged) words.push("What this browser added to the dice is in them.");
  const claims = doubts.filter((one) => !one.includes("set by hand"));
  for (const one of claims) words.push(one);
  if (!other) words.push(known ? `The seal is the one that this browser saw first in game ${known}.` : "This browser has not seen this seal in any game.");
  return { words: words.join(" "), warn: other || forged || scripted > 0 };
}

/** @param {number} dice */
function count(dice) {
  return dice === 1 ? "1 die was" : `${dice} dice were`;
}
