// @ts-check
/** Before anything is committed: the odds of an attack under the pointer, how units would stand where they go. */

import { app } from "../app.js";
import { columnWords, spread } from "./odds.js";

/** @typedef {import("../types.js").Foreseen} Foreseen */

const REST = 140; // milliseconds on a hex before the engine is asked
const GOOD = new Set(["attacker", "both"]);

/** What was asked about the present state, by hex. @type {Map<string, Promise<Foreseen | null>>} */
let known = new Map();
let timer = 0;

export function mountForesight() {
  app.on("hover", look);
  app.on("state", () => {
    known = new Map();
    clear();
    look();
  });
  app.on("mode", clear);
}

function clear() {
  clearTimeout(timer);
  app.clearLayer("foresight");
  app.emit("foresight", "");
}

function look() {
  clear();
  const hex = app.hovered;
  const question = hex && app.mine ? about(hex) : null;
  if (hex && question) timer = window.setTimeout(() => void tell(hex, question), REST);
}

/**
 * What to ask about a hex, if anything can be done there.
 * @param {string} hex
 */
function about(hex) {
  if (app.offered("target", hex).length) return { target: hex };
  const units = app.view?.planned?.units;
  if (units?.length && app.layers.get("reach")?.hexes?.has(hex)) return { units, to: hex };
  return null;
}

/**
 * @param {string} hex
 * @param {object} question
 */
async function tell(hex, question) {
  let answer = known.get(hex);
  if (!answer) {
    answer = app.ask("foresee", question).then((reply) => (reply.ok ? reply : null));
    known.set(hex, answer);
  }
  const found = await answer;
  if (!found || app.hovered !== hex) return;
  app.emit("foresight", found.odds ? attack(hex, found) : standing(found));
}

/**
 * @param {string} hex
 * @param {Foreseen} found
 */
function attack(hex, { odds, units }) {
  if (!odds) return "";
  app.showHexes("foresight", new Map([[hex, { label: odds.range?.likely ?? odds.short }]]), "foresight");
  const good = Object.entries(odds.results).reduce((sum, [code, chance]) => sum + (GOOD.has(app.board?.results[code]?.good ?? "") ? chance : 0), 0);
  const count = units?.length ?? 0;
  const who = count === 1 ? "1 unit attacks" : `all ${count} attack`;
  const sum = odds.headline.endsWith(` ${odds.column}`) ? odds.headline : `${odds.headline} → ${columnWords(odds.column)}`;
  if (odds.range) return `${who}: ${spread(odds.range)}; ${odds.hidden} hidden`;
  if (odds.hidden) return `${who}: ${sum} by what you see; ${odds.hidden} hidden`;
  return `${who}: ${sum}, ${Math.round(good * 100)}% good for you`;
}

/** @param {Foreseen} found */
function standing({ supplied, zone, threat }) {
  const parts = [];
  if (supplied === false) parts.push(app.board?.supply.out[app.side ?? ""] ?? "out of supply");
  if (zone) parts.push("in an enemy zone");
  const count = threat?.units.length ?? 0;
  if (count) parts.push(`${count} ${count === 1 ? "enemy" : "enemies"} in sight could come next to it, attack ${threat?.attack}`);
  return parts.join(" · ");
}
