// @ts-check
/** What the lobbies and the invitation share: form fields, the map behind them, words when something fails. */

import { h } from "../lib/dom.js";
import { myName } from "./mine.js";

/** @typedef {import("../types.js").Lobby} Lobby */
/** @typedef {import("../types.js").GameInfo} GameInfo */

/** @param {unknown} error */
export function sorry(error) {
  return h("div", { class: "card" },
    h("h2", {}, "That did not work"),
    h("p", { role: "alert" }, error instanceof Error ? error.message : String(error)),
    h("p", {}, h("a", { href: "/" }, "To the lobby")));
}

/**
 * The map, faintly, behind the lobby.
 * @param {string} game
 */
export function backdrop(game) {
  document.querySelector(".backdrop")?.remove();
  const picture = h("img", { src: `/api/board/${game}/map.svg`, alt: "" });
  return h("div", { class: "backdrop", "aria-hidden": "true" }, picture);
}

/** The field for the player's name. */
export function nameField() {
  return h("label", { class: "field" }, h("span", {}, "Your name"),
    h("input", { name: "name", required: true, maxlength: 40, autocomplete: "nickname", value: myName() }));
}

/**
 * @param {string} label
 * @param {string} name
 * @param {[string, string][]} values
 * @param {string} chosen
 * @param {(value: string) => void} [changed]
 */
export function choice(label, name, values, chosen, changed) {
  const select = h("select", { name, onchange: () => changed?.(select.value) },
    ...values.map(([value, text]) => h("option", { value, selected: value === chosen }, text)));
  return h("label", { class: "field" }, h("span", {}, label), select);
}

/** The options of a game's rules, to be chosen. @param {GameInfo} game */
export function optionFields(game) {
  return h("details", { class: "options" }, h("summary", {}, `Options of the rules (${game.options.length})`),
    ...game.options.map(option));
}

/**
 * The options that differ from their defaults.
 * @param {GameInfo} game
 * @param {FormData} data
 */
export function optionsOf(game, data) {
  /** @type {Record<string, unknown>} */
  const options = {};
  for (const option of game.options) {
    const value = option.values[Number(data.get(`option-${option.id}`))];
    if (value !== undefined && value !== option.default) options[option.id] = value;
  }
  return options;
}

/**
 * The computer opponents that play a game.
 * @param {Lobby} lobby
 * @param {GameInfo} game
 */
export function botsFor(lobby, game) {
  return lobby.bots.filter((bot) => game.bots.includes(bot.name));
}

/**
 * A description of each computer opponent.
 * @param {Lobby} lobby
 * @param {GameInfo} game
 */
export function opponents(lobby, game) {
  return h("div", { class: "opponents" },
    h("dl", {}, ...botsFor(lobby, game).reverse().map((bot) =>
      h("div", {}, h("dt", {}, bot.title), h("dd", {}, bot.about)))),
    h("p", { class: "note" }, lobby.levels));
}

/** @param {import("../types.js").OptionSpec} one */
function option(one) {
  const words = (/** @type {unknown} */ value) =>
    value === true ? "yes" : value === false ? "no" : String(value).replaceAll("_", " ");
  const select = h("select", { name: `option-${one.id}`, id: `option-${one.id}`, "aria-describedby": `explain-${one.id}` },
    ...one.values.map((value, i) =>
      h("option", { value: i, selected: value === one.default },
        words(value) + (value === one.default ? " (usual)" : ""))));
  return h("div", { class: "option" },
    h("label", { for: `option-${one.id}` }, one.title), select,
    h("p", { id: `explain-${one.id}`, class: "note" }, one.explain));
}
