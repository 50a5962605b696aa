// @ts-check
/** Small helpers the panels share. */

import { app } from "../app.js";
import { botName, h, ruleLink } from "../lib/dom.js";

export { capital, h } from "../lib/dom.js";

/**
 * A button with a text.
 * @param {string} text
 * @param {() => void} act
 * @param {Record<string, any>} [properties]
 */
export function button(text, act, properties = {}) {
  return h("button", { type: "button", onclick: act, ...properties }, text);
}

/**
 * The number of a rule, which opens the rule.
 * @param {string} rule
 */
export function ruleButton(rule) {
  const link = ruleLink(rule, (name) => app.openRule(name));
  link.title = `Open rule ${rule}`;
  return link;
}

/**
 * A choice among a few values, with its label.
 * @param {string} label
 * @param {{value: string, text: string}[]} values
 * @param {string} chosen
 * @param {(value: string) => void} act
 */
export function field(label, values, chosen, act) {
  const list = h(
    "select",
    { onchange: () => act(list.value) },
    values.map(({ value, text }) => h("option", { value, selected: value === chosen }, text)),
  );
  return h("label", { class: "field" }, h("span", {}, label), list);
}

/** @param {unknown} error */
export function complain(error) {
  app.flash(error instanceof Error ? error.message : String(error));
}

/**
 * Who plays a side, in words.
 * @param {string} who
 */
export function playerName(who) {
  return who === "human" ? "a person at this screen" : `the computer (${botName(who)})`;
}
