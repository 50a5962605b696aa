// @ts-check
/**
 * What the game can do for a player: it suggests choices, and they are taken as one action. Between people only
 * while they set up, unless both have agreed to hints.
 */

import { app } from "../app.js";
import { play, together } from "./actions.js";

/** The most rounds of suggestions, each of one decision. */
const ROUNDS = 20;

/** Let the game do the rest of this decision, and of those like it that follow. */
export async function suggest() {
  const words = app.decision?.settle;
  for (let round = 0; round < ROUNDS && app.mine && app.decision?.settle === words; round++) {
    const reply = await app.ask("settle", {});
    if (!reply.ok || !reply.choices.length) {
      if (round === 0) app.flash(reply.ok ? "There is nothing to suggest here." : (reply.error?.message ?? ""));
      return;
    }
    if (!(await play(reply.choices)).ok) return;
  }
}

/**
 * Let the game take this side's decisions as long as they are such; some come only after the other side's.
 * @param {() => boolean} such asked while this side is to decide
 * @param {boolean} whole up to the end of each
 */
export async function goOn(such, whole) {
  const { table, side } = app;
  let going = false;
  let number = -1;
  const mine = () => app.table === table && app.mine && app.side === side && such() && (app.state?.number ?? 0) >= number;
  const run = async () => {
    while (mine()) {
      number = app.state?.number ?? 0;
      const reply = await app.ask("settle", { whole });
      const choices = reply.ok && reply.choices.length ? reply.choices : app.offered("done");
      if (!choices.length || !(await play(choices)).ok) break;
    }
  };
  const next = async () => {
    if (going) return;
    going = true;
    try {
      await app.meanwhile(run);
    } catch (error) {
      stop(); // the line broke: it is not taken up again by itself
      throw error;
    } finally {
      going = false;
    }
    if (app.table !== table || app.mine) stop();
  };
  const listening = [app.on("state", () => void next()), app.on("takeback", () => stop())];
  const stop = () => listening.forEach((end) => end());
  await next();
}

/** The button that lets the game take a whole run of decisions. @returns {import("../types.js").ButtonSpec[]} */
export function restButton() {
  const words = app.decision?.rest;
  const turn = app.view?.turn;
  const such = () => app.decision?.rest === words && app.view?.turn === turn;
  return words && app.state?.suggests ? [{ label: words, do: () => together(() => goOn(such, true)), key: "g", tone: "primary", verb: "rest" }] : [];
}

/**
 * The button for the rest of one decision, where the game has words for one.
 * @param {"primary"} [tone]
 * @returns {import("../types.js").ButtonSpec[]}
 */
export function suggestButton(tone) {
  const words = app.decision?.settle;
  const verbs = app.decision?.settles;
  if (verbs && !verbs.some((verb) => app.offered(verb).length)) return [];
  return words && app.state?.suggests ? [{ label: words, do: () => together(suggest), key: "a", tone, verb: "suggest" }] : [];
}
