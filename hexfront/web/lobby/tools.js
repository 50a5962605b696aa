// @ts-check
/** What the lobby offers besides a game: the coach's lessons and the analysis board. */

import { h } from "../lib/dom.js";

/**
 * @param {import("../types.js").GameInfo} game
 * @param {boolean} own whether this is the player's own machine
 */
export function tools(game, own) {
  const about = `game=${encodeURIComponent(game.game)}`;
  return h("p", { class: "tools" },
    game.lessons ? h("a", { class: "button", href: `/learn?${about}` }, `Learn to play: ${game.lessons} short lessons`) : null,
    h("a", { class: "button", href: `/board?${about}` }, "Analysis board"),
    own ? h("a", { class: "button", href: `/edit?${about}`, title: "Correct our map, counters and charts from your own copy" }, "Edit the data") : null);
}
