// @ts-check
/** Why the computer did that: an explanation, and the sheet that lists those of its last impulse. */

import { app } from "../app.js";
import { sideNumber } from "../map/counters.js";
import { byId, capital, h } from "../lib/dom.js";

/** @typedef {import("../types.js").Entry} Entry */
/** @typedef {import("../types.js").Reason} Reason */

/** Explained up to here; a replay looks at an earlier moment. */
let moment = Infinity;
/** What had the focus before the sheet. @type {HTMLElement | null} */
let before = null;

export function mountWhy() {
  app.on("why", (/** @type {Entry[] | undefined} */ entries) => void open(entries ?? lastOrders()));
  app.on("moment", (/** @type {number | null} */ number) => {
    moment = number ?? Infinity;
    close();
  });
  app.on("mode", () => {
    if (app.mode !== "replay") close(); // the first moment's board may come after the question about it
  });
  byId("why").addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  });
}

/**
 * The side whose phase an entry belongs to.
 * @param {Entry} entry
 */
function sideOf(entry) {
  return app.board?.track.find((box) => box.phases.includes(entry.phase ?? ""))?.side;
}

/** The orders of the computer's last impulse that it can explain, and what it did since. */
export function lastOrders() {
  const explained = app.entries.filter((entry) => entry.why !== undefined && entry.number <= moment);
  const seats = app.state?.seats ?? {};
  const own = explained.filter((entry) => (seats[sideOf(entry) ?? ""] ?? "human") !== "human");
  const last = own[own.length - 1];
  if (!last) return explained;
  const first = own.find(
    (entry) =>
      entry.turn === last.turn && entry.impulse === last.impulse && sideOf(entry) === sideOf(last),
  );
  return explained.slice(explained.indexOf(first ?? last));
}

/**
 * Ask why the computer did what some entries report.
 * @param {Entry[]} entries
 * @returns {Promise<Reason[]>}
 */
export async function askWhy(entries) {
  const reply = await app.ask("reasons", { at: entries.map((entry) => entry.why) });
  if (reply.ok) return reply.reasons;
  if (reply.error) app.flash(reply.error.message, reply.error.rule);
  return [];
}

/**
 * An explanation.
 * @param {Reason} reason
 */
export function explanation(reason) {
  const facts = /** @type {const} */ ([
    ["Tactic", reason.tactic], ["Posture", reason.posture], ["Objective", reason.objective], ["Odds", reason.odds],
  ]);
  return h("div", { class: "reason" },
    reason.line && h("p", { class: "reason-line" }, reason.line),
    h("dl", { class: "reason-facts" }, ...facts.map(([name, value]) =>
      value ? h("div", {}, h("dt", {}, name), h("dd", {}, value)) : null)),
    counting(reason.terms).length ? terms(counting(reason.terms)) : null,
    reason.plan ? h("p", { class: "reason-plan" }, h("b", {}, "Plan: "), `${reason.plan}.`) : null,
    reason.alternative ? h("p", { class: "reason-instead" },
      h("b", {}, "Next best: "), `${reason.alternative} (${behind(reason.gap ?? 0)})`) : null);
}

/** What is not nothing. @param {[string, number][] | undefined} values */
function counting(values) {
  return (values ?? []).filter(([, value]) => Number(points(value)));
}

/** @param {number} gap */
function behind(gap) {
  return Number(points(gap)) ? `${points(gap)} VP worse` : "as good";
}

/** @param {number} value */
function points(value) {
  return Math.abs(value).toFixed(2);
}

/**
 * What decided it, as bars to both sides of nothing.
 * @param {[string, number][]} values
 */
function terms(values) {
  const longest = Math.max(...values.map(([, value]) => Math.abs(value)), 0.01);
  return h("table", { class: "reason-terms" },
    h("caption", {}, "What decided it, in victory points"),
    h("tbody", {}, ...values.map(([name, value]) => {
      const bar = h("span", { class: value < 0 ? "bar against" : "bar" });
      bar.style.width = `${(50 * Math.abs(value)) / longest}%`;
      return h("tr", {},
        h("th", { scope: "row" }, name),
        h("td", { class: "scale", "aria-hidden": "true" }, bar),
        h("td", { class: "number" }, `${value < 0 ? "−" : "+"}${points(value)}`));
    })));
}

/** @param {Entry[]} entries */
async function open(entries) {
  const reasons = await askWhy(entries);
  if (reasons.length === 0) return;
  const sheet = byId("why");
  if (sheet.hidden) before = /** @type {HTMLElement | null} */ (document.activeElement);
  const shut = h("button", { type: "button", class: "close", "aria-label": "Close", onclick: close }, "×");
  const veiled = reasons.some((reason) => reason.terms === undefined);
  sheet.replaceChildren(
    h("header", {}, h("h2", { id: "why-title" }, "Why did it do that?"), shut),
    h("p", { class: "note" }, when(entries[0]), veiled ? " What it weighed is shown when the game is over." : ""),
    h("ol", {}, ...entries.map((entry, i) => item(entry, /** @type {Reason} */ (reasons[i])))),
  );
  sheet.hidden = false;
  sheet.scrollTop = 0;
  shut.focus();
}

/** @param {Entry | undefined} entry */
function when(entry) {
  if (!entry?.turn) return "";
  const phase = app.board?.phase_names[entry.phase ?? ""] ?? capital(entry.phase ?? "");
  const impulse = entry.impulse ? `, impulse ${entry.impulse}` : "";
  return `From turn ${entry.turn}, ${phase}${impulse}.`;
}

/**
 * @param {Entry} entry
 * @param {Reason} reason
 */
function item(entry, reason) {
  const light = () => {
    app.showHexes("log", entry.hexes, "focus");
    app.showPaths("log", entry.what !== "attack" && entry.hexes.length > 1 ? [entry.hexes] : [], "focus");
  };
  const dark = () => app.clearLayer("log");
  const hex = entry.hexes[entry.hexes.length - 1];
  const line = h("button", {
    type: "button", class: "order", title: "Show it on the map", onclick: () => hex && app.centre(hex),
    onfocus: light, onblur: dark,
  }, entry.line);
  return h("li", { onpointerenter: light, onpointerleave: dark, "data-seat": sideNumber(entry.side ?? "") },
    line, explanation(reason));
}

function close() {
  const sheet = byId("why");
  if (sheet.hidden) return;
  const inside = sheet.contains(document.activeElement);
  sheet.hidden = true;
  sheet.replaceChildren();
  app.clearLayer("log");
  if (inside) before?.focus();
}
