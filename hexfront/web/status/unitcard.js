// @ts-check
/** The card of the counter that is looked at: who it is, what it is worth, what the engine says of it now. */

import { app } from "../app.js";
import { byId, capital, h } from "../lib/dom.js";
import { counterIcon } from "../map/counters.js";

/** @typedef {import("../types.js").Unit} Unit */
/** @typedef {import("../types.js").CardLine} CardLine */

/** What the signs on the counters stand for. @type {Record<string, string>} */
const SIZES = { II: "battalion", III: "regiment", X: "brigade", XX: "division", XXX: "corps", XXXX: "army", KG: "Kampfgruppe" };
const REST = 220; // milliseconds the pointer rests before the engine is asked
/** The counter that is looked at. @type {string | null} */
let looked = null;
let timer = 0;
/** What the engine said, as long as nothing has changed. @type {Map<string, Promise<CardLine[]>>} */
let known = new Map();
let version = -1;

export function mountUnitCard() {
  app.on("hover", () => look(app.hovered ? (app.stack(app.hovered)[0]?.id ?? null) : null));
  app.on("look", look);
  app.on("select", () => look(app.selected?.unit ?? looked));
  app.on("state", () => look(looked, true));
  app.on("mode", () => look(null));
  byId("map").addEventListener("pointermove", dodge);
}

/**
 * Look at a counter, or at none.
 * @param {string | null} id
 * @param {boolean} [again] it may have changed
 */
function look(id, again = false) {
  if (id === looked && !again) return;
  const unit = id && (app.mode === "play" || app.mode === "replay") ? app.unit(id) : null;
  looked = unit ? unit.id : null;
  const card = byId("unitcard");
  if (unit && again && card.hidden) return; // it will come
  clearTimeout(timer);
  if (!unit) {
    card.hidden = true;
    return;
  }
  const shown = card.dataset.unit === unit.id && !card.hidden;
  timer = window.setTimeout(() => void show(app.unit(unit.id) ?? unit), shown || again ? 0 : REST);
}

/** @param {Unit} unit */
async function show(unit) {
  const card = byId("unitcard");
  const lines = app.mode === "play" ? await ask(unit) : [];
  if (looked !== unit.id) return;
  card.dataset.unit = unit.id;
  card.replaceChildren(...content(unit, lines));
  card.hidden = false;
}

/** @param {Unit} unit */
function ask(unit) {
  if (version !== app.state?.version) known = new Map();
  version = app.state?.version ?? -1;
  const asked = known.get(unit.id)
    ?? app.ask("card", { unit: unit.id }).then((reply) => (reply.ok ? reply.lines : []));
  known.set(unit.id, asked);
  return asked;
}

/**
 * @param {Unit} unit
 * @param {CardLine[]} lines
 */
function content(unit, lines) {
  const printed = app.board?.units[unit.id];
  const most = unit.factors.length;
  const kind = [app.board?.kinds[unit.type] ?? unit.type.replaceAll("_", " "), SIZES[unit.size] ?? unit.size.replace(/\W/g, ""), unit.mobility === "mech" ? "mechanized" : ""];
  const steps = most > 1 ? `${unit.steps} of ${most} steps (${unit.factors.map((pair) => pair.join("-")).join(", ")})` : "1 step";
  const others = app.stack(unit.hex ?? "").length - 1 + (app.stack(unit.hex ?? "")[0]?.hidden ?? 0);
  const status = app.board?.statuses?.[/** @type {any} */ (unit).status];
  return [
    h("header", {}, counterIcon(unit, 44),
      h("div", {},
        h("b", {}, printed?.full ?? unit.name),
        h("small", {}, [capital(unit.side), printed?.division, printed?.formation].filter(Boolean).join(" · ")),
        h("small", {}, kind.filter(Boolean).join(", ")))),
    h("dl", {},
      row("Strength", `attack ${unit.attack}, defence ${unit.defence}; ${steps}`),
      status ? row("State", status) : null,
      ...lines.filter((line, i) => lines.findIndex((other) => other.words === line.words) === i)
        .map(({ title, words, rule }) => row(title, words, rule)),
      unit.hex ? row("In", `${unit.hex}${others > 0 ? `, with ${others} more` : ""}`) : null),
  ];
}

/**
 * @param {string} title
 * @param {string} words
 * @param {string | null} [rule]
 */
function row(title, words, rule = null) {
  return h("div", {}, h("dt", {}, title), h("dd", {}, words, rule && h("span", { class: "case" }, ` ${rule}`)));
}

/** Keep the card away from the pointer. @param {PointerEvent} event */
function dodge(event) {
  const box = byId("map").getBoundingClientRect();
  const low = event.clientY - box.top > box.height / 2;
  const right = event.clientX - box.left > box.width / 2;
  byId("unitcard").classList.toggle("high", low && right);
}
