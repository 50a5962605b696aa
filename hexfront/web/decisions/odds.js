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
  const attacker = app.view?.combat?.side ?? app.side ?? "";
  const place = app.board?.places.find((one) => one.hex === target)?.name;
  const heading = h("h2", {}, place ? `${place} ${target}` : `Hex ${target}`);
  const kicker = h("p", { class: "kicker" }, title);
  const defenders = app.stack(target);
  const hidden = defenders[0]?.hidden ?? 0;
  const unseen =
    hidden > 0 &&
    h("p", { class: "note" }, `${hidden} counter${hidden > 1 ? "s" : ""} below may not be seen: what is known is reckoned.`);
  if (!odds) {
    const hint = h("p", { class: "note" }, "Click the framed counters that are to attack.");
    return h("div", { class: "odds" }, kicker, heading, hint, unseen);
  }
  return h(
    "div",
    { class: "odds" },
    kicker,
    heading,
    h("p", { class: "sum" },
      h("b", {}, odds.attack), " : ", h("b", {}, odds.defence),
      h("span", {}, ` is ${odds.ratio}`),
      odds.shifts.length > 0 && h("span", {}, " → "),
      odds.shifts.length > 0 && h("b", { class: "column" }, odds.column),
    ),
    table("Attack", odds.lines.filter((line) => role(line) === "attack")),
    table("Defence", odds.lines.filter((line) => role(line) === "defence")),
    odds.shifts.length > 0 && shifts(odds),
    odds.modifiers.length > 0 && modifiers(odds),
    unseen,
    columns(odds.column, attacker),
    chances(odds),
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

/** @param {Odds} odds */
function shifts(odds) {
  const rows = odds.shifts.map((shift) =>
    h("tr", { class: shift.columns < 0 ? "left" : "right" },
      h("td", { class: "number" }, `${shift.columns > 0 ? "+" : "−"}${Math.abs(shift.columns)}`),
      h("td", {}, shift.why),
      h("td", {}, ruleLink(shift.rule, (rule) => app.openRule(rule)))),
  );
  return h("table", {}, h("caption", {}, "Column shifts"), h("tbody", {}, ...rows));
}

/** @param {Odds} odds */
function modifiers(odds) {
  const signed = (/** @type {number} */ value) => `${value < 0 ? "−" : "+"}${Math.abs(value)}`;
  const rows = odds.modifiers.map((one) =>
    h("tr", { class: one.value > 0 ? "left" : "right" },
      h("td", { class: "number" }, signed(one.value)),
      h("td", {}, one.why),
      h("td", {}, ruleLink(one.rule, (rule) => app.openRule(rule)))));
  const sum = odds.modifiers.reduce((total, one) => total + one.value, 0);
  return h("table", {}, h("caption", {}, `Die ${signed(sum)}`), h("tbody", {}, ...rows));
}

/**
 * The columns of the table with the one that counts.
 * @param {string} column
 * @param {string} attacker whose heads the columns have
 */
function columns(column, attacker) {
  const chart = app.board?.charts[0];
  const heads = (chart?.heads?.[attacker] ?? chart?.columns ?? []).slice(1);
  if (!heads.length) return null;
  const beyond = column.startsWith(">") ? heads.length - 1 : 0; // off either end of the table
  const at = heads.includes(column) ? heads.indexOf(column) : beyond;
  const boxes = heads.map((head, i) => h("li", { class: i === at ? "here" : "" }, head));
  return h("ol", { class: "columns", "aria-label": `Column ${column}` }, ...boxes);
}

/** The meanings of the results, from the chart's note. */
export function meanings() {
  const note = app.board?.charts[0]?.note ?? "";
  return new Map(
    note.split("; ").map((part) => {
      const [code, ...rest] = part.split(": ");
      return /** @type {[string, string]} */ ([code ?? "", rest.join(": ")]);
    }),
  );
}

/** @param {Odds} odds */
function chances(odds) {
  const means = meanings();
  const rows = Object.entries(odds.results).map(([result, chance]) => {
    const bar = h("span", { class: `bar ${tone(result)}` });
    bar.style.width = `${Math.round(chance * 100)}%`;
    return h("div", { class: "chance" },
      h("b", {}, result),
      h("span", { class: "percent" }, `${Math.round(chance * 100)}%`),
      h("span", { class: "track" }, bar),
      h("span", { class: "means" }, means.get(result) ?? ""));
  });
  const title = odds.automatic ? "Without a die" : "Chances";
  return h("section", { class: "chances" }, h("h3", {}, title), ...rows);
}

/**
 * Whether a result is good for this player; a spectator sides with the attacker.
 * @param {string} result
 * @param {string | null} [attacker]
 */
export function tone(result, attacker = app.view?.combat?.side ?? app.side) {
  if (result === "EX") return "even";
  if (result === "AS") return "flat";
  const forAttacker = !result.startsWith("A");
  return forAttacker === (app.side === null || attacker === app.side) ? "good" : "bad";
}
