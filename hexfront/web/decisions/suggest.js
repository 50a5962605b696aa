// @ts-check
/** What the game can do for a player: it suggests choices, and they are taken as one action. */

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
 * The button for it, where the game has words for one.
 * @param {"primary"} [tone]
 * @returns {import("../types.js").ButtonSpec[]}
 */
export function suggestButton(tone) {
  const words = app.decision?.settle;
  const verbs = app.decision?.settles;
  if (verbs && !verbs.some((verb) => app.offered(verb).length)) return [];
  return words ? [{ label: words, do: () => together(suggest), key: "a", tone, verb: "suggest" }] : [];
}
