// @ts-check
/** The head of the page: turn, the facts the game names, victory points, the phases of the turn. */

import { app } from "../app.js";
import { byId, capital, h, s } from "../lib/dom.js";
import { sideNumber } from "../map/counters.js";
import { SIGNS } from "../map/signs.js";

export function mountTrack() {
  app.on("state", render);
  app.on("mode", render);
}

let key = "";

function render() {
  const view = app.view;
  const board = app.board;
  if (!view || !board || app.mode === "lobby") return;
  const facts = board.facts.map((fact) => app.value(fact.from));
  const now = JSON.stringify([view.turn, view.phase, view.impulse, facts, view.vp, app.value("score"), app.value(board.score?.standing?.from ?? "vp"), view.result, app.table]);
  if (now === key) return;
  key = now;
  const openVp = document.querySelector("#vp[open]") !== null;
  byId("top").replaceChildren(
    h("h1", {}, h("a", { class: "brand", href: "/", title: "To the lobby" }, "Hexfront")),
    h("div", { class: "facts" }, turnBox(), ...board.facts.map(factBox), vpBox(openVp)),
    h("ol", { class: "track", "aria-label": "Phases of the turn" }, ...board.track.map(box)),
  );
}

function turnBox() {
  const turns = app.board?.turns ?? 0;
  const turn = app.view?.turn ?? 0;
  const dots = Array.from({ length: turns }, (_, i) =>
    h("span", { class: i + 1 < turn ? "past" : i + 1 === turn ? "now" : "" }));
  return h("div", { class: "fact turn", title: `Turn ${turn} of ${turns}` },
    h("small", {}, "Turn"), h("b", {}, turn), h("span", { class: "dots", "aria-hidden": "true" }, ...dots),
    h("span", { class: "unseen" }, ` of ${turns}`));
}

/**
 * What a fact says now: a word, a piece's name, or what each side has of it.
 * @param {any} value
 * @returns {{words: string, side: string}}
 */
function said(value) {
  if (value && typeof value === "object") {
    const some = Object.entries(value).filter(([, one]) => one);
    const words = some.map(([side, one]) => `${capital(side)} ${app.board?.verbs[one] ?? one}`);
    return { words: words.join(" · "), side: some.length === 1 ? (some[0]?.[0] ?? "") : "" };
  }
  const piece = typeof value === "string" ? app.board?.units[value] : undefined;
  return { words: piece ? piece.name : capital(String(value ?? "").replaceAll("_", " ")), side: "" };
}

/** @param {import("../types.js").Fact} fact */
function factBox(fact) {
  const value = app.value(fact.from);
  const { words, side } = said(value);
  if (!words && !fact.none) return null;
  const sign = SIGNS[fact.sign ?? String(value)];
  const whose = sideNumber(side || fact.side || "");
  const picture = sign && words && s("svg", {
    viewBox: sign.box, class: `sign${sign.filled ? ` filled side${whose}` : ""}`, "aria-hidden": "true",
  }, s("path", { d: sign.d }));
  return h("div", { class: "fact word", title: `${fact.title}: ${words || fact.none}` },
    h("small", {}, fact.title), picture || null, h("b", {}, words || fact.none));
}

/**
 * Points: one number, or one for each side.
 * @param {any} value
 */
function points(value) {
  if (value === null || typeof value !== "object") return String(value ?? 0);
  return (app.board?.sides ?? []).map((side) => value[side] ?? 0).join(" : ");
}

/** The victory points and what they come from. */
export function reckoning() {
  const score = app.board?.score;
  if (!score) return null;
  const sides = score.total.from.includes("*") ? (app.board?.sides ?? []) : null; // the star is the side
  /** @param {{from: string, title: string}} row */
  const line = (row) => {
    const cells = (sides ?? [""]).map((side) => app.value(row.from.replace("*", side)) ?? 0);
    return h("tr", {}, h("td", {}, row.title), ...cells.map((cell) => h("td", { class: "number" }, cell)));
  };
  const chart = app.board?.charts.find((one) => one.rule === score.rule);
  return h("div", { class: "reckoning" },
    h("table", {},
      sides && h("thead", {}, h("tr", {}, h("td"), ...sides.map((side) => h("th", { scope: "col", class: "number" }, capital(side))))),
      h("tbody", {}, ...score.rows.map(line)),
      h("tfoot", {}, line(score.total))),
    score.standing && h("p", { class: "standing" }, `${score.standing.title}: `, h("b", {}, app.value(score.standing.from) ?? "")),
    chart && score.standing && h("p", { class: "levels" }, `${chart.columns[0]}:`),
    chart && h("ul", {}, ...chart.rows.map((row) => h("li", {}, `${row[0]}: ${row[1]}`)), score.standing && chart.note ? h("li", {}, chart.note) : null));
}

/** @param {boolean} open */
function vpBox(open) {
  const total = points(app.view?.vp);
  return h("details", { class: "fact vp", id: "vp", open },
    h("summary", { "aria-label": `VP ${total}: victory points and what they come from` },
      h("small", {}, "VP "), h("b", {}, total)),
    h("div", { class: "pop" }, reckoning()));
}

/** @param {import("../types.js").TrackBox} one */
function box(one) {
  const view = app.view;
  const here = !!view && one.phases.includes(view.phase) && (!one.impulse || one.impulse === view.impulse);
  const phase = here && view ? (app.board?.phase_names[view.phase] ?? "") : "";
  const side = one.side ? `side${sideNumber(one.side)}` : "both";
  return h("li", { class: `${side}${here ? " here" : ""}`, title: one.title, "aria-current": here ? "step" : null },
    h("span", { class: "number" }, one.number),
    h("span", { class: "title" }, here && phase ? phase : one.title));
}
