// @ts-check
/** The odds as the engine explains them: every factor and shift with its rule, and the chances. */

import { app } from "../app.js";
import { h, ruleLink } from "../lib/dom.js";
import { openSheet } from "./sheet.js";

/** @typedef {import("../types.js").Odds} Odds */

let asked = 0;

/**
 * Show a computation; where the view has none, the engine is asked.
 * @param {Odds | null} odds
 * @param {string} target
 * @param {string[]} units
 * @param {string} title
 */
export async function showOdds(odds, target, units, title) {
  const mine = ++asked;
  if (!odds && units.length) {
    const reply = await app.ask("odds", { target, units });
    if (mine !== asked) return;
    if (reply.ok) odds = reply;
  }
  openSheet("odds", oddsPanel(odds, target, title));
}

/**
 * @param {Odds | null} odds
 * @param {string} target
 * @param {string} title
 */
export function oddsPanel(odds, target, title) {
  const place = app.board?.places.find((one) => one.hex === target)?.name;
  const heading = h("h2", {}, place ? `${place} ${target}` : `Hex ${target}`);
  const kicker = h("p", { class: "kicker" }, title);
  const defenders = app.stack(target);
  const hidden = defenders[0]?.hidden ?? 0;
  const unseen =
    hidden > 0 && !odds?.range &&
    h("p", { class: "note" }, `${hidden} counter${hidden > 1 ? "s" : ""} below ${hidden > 1 ? "are" : "is"} hidden from you: the odds count only what you know.`);
  if (!odds) {
    const hint = h("p", { class: "note" }, "Click the highlighted counters that will attack.");
    return h("div", { class: "odds" }, kicker, heading, hint, unseen);
  }
  return h(
    "div",
    { class: "odds" },
    kicker,
    heading,
    odds.range && h("p", { class: "range" },
      h("b", {}, spread(odds.range)),
      ` ${odds.hidden === 1 ? "1 counter is" : `${odds.hidden} counters are`} hidden from you.`),
    h("p", { class: odds.range ? "sum seen" : "sum" },
      odds.range && h("span", {}, "What you see: "),
      h("b", {}, odds.headline),
      !odds.headline.endsWith(` ${odds.column}`) && h("span", {}, " → "),
      !odds.headline.endsWith(` ${odds.column}`) && h("b", { class: "column" }, columnWords(odds.column)),
    ),
    hopeless(odds) && h("p", { class: "hopeless", role: "note" }, "Even the best result is bad for you."),
    chances(odds),
    table("Attack", odds.lines.filter((line) => role(line) === "attack")),
    table("Defence", odds.lines.filter((line) => role(line) === "defence")),
    ...steps(odds),
    unseen,
    columns(odds),
  );
}

/** @param {any} line */
function role(line) {
  return line.role ?? "attack";
}

/**
 * @param {string} title
 * @param {import("../types.js").OddsLine[]} lines
 */
function table(title, lines) {
  if (!lines.length) return null;
  const rows = lines.map((line) => {
    const name = app.board?.units[line.unit]?.name ?? line.unit;
    return h("tr", {},
      h("td", { class: "number" }, line.factor),
      h("td", {}, h("b", {}, name), h("span", { class: "why" }, ` ${line.why}`)),
      h("td", {}, ruleLink(line.rule, (rule) => app.openRule(rule))));
  });
  return h("table", {}, h("caption", {}, title), h("tbody", {}, ...rows));
}

/**
 * The steps of the computation in the game's words, a table for each group.
 * @param {Odds} odds
 */
function steps(odds) {
  return [...new Set(odds.steps.map((step) => step.group))].map((group) => {
    const rows = odds.steps.filter((step) => step.group === group).map((step) =>
      h("tr", { class: step.good === null ? "" : step.good ? "right" : "left" },
        h("td", { class: "number" }, step.value.replace("-", "−")),
        h("td", {}, step.why),
        h("td", {}, ruleLink(step.rule, (rule) => app.openRule(rule)))));
    return h("table", {}, h("caption", {}, group.replace("-", "−")), h("tbody", {}, ...rows));
  });
}

/** A column of one of several tables says which is which: "200%, column +1". @param {string} column */
export function columnWords(column) {
  return column.replace(/% (?=\S+$)/, "%, column ");
}

/**
 * The columns of the table with the one that counts.
 * @param {Odds} odds
 */
function columns(odds) {
  const likely = odds.range?.likely ?? odds.column;
  const at = odds.range ? odds.columns.indexOf(likely) : odds.at;
  const boxes = odds.columns.map((head, i) => h("li", { class: i === at ? "here" : "" }, head));
  return h("ol", { class: "columns", "aria-label": `Column ${likely}` }, ...boxes);
}

/** A range of odds in words. @param {import("../types.js").OddsRange} range */
export function spread({ best, worst, likely }) {
  return best === worst ? `${likely}, whatever lies hidden` : `${best} at best, ${worst} at worst; likely ${likely}`;
}

/** Whether no result is any good for the attacker. @param {Odds} odds */
export function hopeless(odds) {
  const good = Object.keys(odds.range?.results ?? odds.results).map((result) => app.board?.results[result]?.good ?? "attacker");
  return good.every((one) => one === "defender" || one === "nobody");
}

/** @param {Odds} odds */
function chances(odds) {
  const rows = Object.entries(odds.range?.results ?? odds.results).map(([result, chance]) => {
    const bar = h("span", { class: `bar ${tone(result)}` });
    bar.style.width = `${Math.round(chance * 100)}%`;
    return h("div", { class: "chance" },
      h("b", {}, result),
      h("span", { class: "percent" }, `${Math.round(chance * 100)}%`),
      h("span", { class: "track" }, bar),
      h("span", { class: "means" }, meaning(result)));
  });
  const title = odds.range ? "Chances in the likely case" : odds.automatic ? "Automatic result" : "Chances";
  return h("section", { class: odds.range ? "chances guessed" : "chances" }, h("h3", {}, title), ...rows);
}

/** What a result means. @param {string} result */
export function meaning(result) {
  return app.board?.results[result]?.means ?? "";
}

/**
 * Whether a result is good for this player; a spectator sides with the attacker.
 * @param {string} result
 * @param {string | null} [attacker]
 */
export function tone(result, attacker = app.view?.combat?.side ?? app.side) {
  const good = app.board?.results[result]?.good ?? "attacker"; // a result without a die is the attacker's
  if (good === "both") return "even";
  if (good === "nobody") return "flat";
  return (good === "attacker") === (app.side === null || attacker === app.side) ? "good" : "bad";
}
