// @ts-check
/** The story of a finished game: the points turn by turn as a curve, where it turned, and the losses. */

import { app } from "../app.js";
import { capital, h, s } from "../lib/dom.js";
import { counterIcon, printed, sideNumber } from "../map/counters.js";
import { placeName } from "../map/geometry.js";

/** @typedef {import("../types.js").Entry} Entry */
/** The points of each side after a turn; one number where only one side has points. @typedef {{turn: number, points: Record<string, number>}} Stand */

const WIDTH = 420;
const HEIGHT = 130;
const LEFT = 34;
const LOW = 22;
const MOST_TURNS = 3; // so many turning points are named

/** The curve, the turning points and the losses. @returns {HTMLElement[]} */
export function story() {
  const stands = points();
  return [
    ...(stands.length > 1 ? [curve(stands), turningPoints(stands)] : []),
    losses(),
  ];
}

/** The points after each turn, from the log. @returns {Stand[]} */
function points() {
  return app.entries.flatMap((entry) => {
    if (entry.vp === undefined || !entry.turn || entry.what !== "turn-end") return [];
    const { vp } = entry;
    return [{ turn: entry.turn, points: typeof vp === "number" ? { "": vp } : vp }];
  });
}

/** @param {Stand[]} stands */
function curve(stands) {
  const sides = Object.keys(stands[0]?.points ?? {});
  const all = stands.flatMap(({ points: each }) => Object.values(each));
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const x = (/** @type {number} */ i) => LEFT + (i * (WIDTH - LEFT - 12)) / Math.max(1, stands.length - 1);
  const y = (/** @type {number} */ value) => HEIGHT - LOW - ((value - low) * (HEIGHT - LOW - 10)) / (high - low);
  const name = app.board?.score.total.title ?? "Points";
  const words = stands.map(({ turn, points: each }) => `turn ${turn}: ${Object.values(each).join(" to ")}`).join(", ");
  const lines = sides.map((side) => {
    const d = stands.map(({ points: each }, i) => `${i ? "L" : "M"}${x(i)} ${y(each[side] ?? 0)}`).join("");
    const number = side ? sideNumber(side) : 1;
    return s("g", { class: `side${number}` }, s("path", { d }),
      ...stands.map(({ points: each }, i) => s("circle", { cx: x(i), cy: y(each[side] ?? 0), r: 3.5 })));
  });
  return h("figure", { class: "points-curve" },
    s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `${name}: ${words}` },
      s("path", { class: "axis", d: `M${LEFT} ${y(low)}H${WIDTH - 8}M${LEFT} ${y(high)}H${WIDTH - 8}` }),
      s("text", { x: LEFT - 6, y: y(high) + 4, "text-anchor": "end" }, String(high)),
      s("text", { x: LEFT - 6, y: y(low) + 4, "text-anchor": "end" }, String(low)),
      ...stands.map(({ turn }, i) => s("text", { x: x(i), y: HEIGHT - 5, "text-anchor": "middle" }, String(turn))),
      ...lines),
    h("figcaption", {}, `${name} after each turn`));
}

/**
 * The turns in which the points changed most, with what fell and what was lost in them.
 * @param {Stand[]} stands
 */
function turningPoints(stands) {
  const sides = Object.keys(stands[0]?.points ?? {});
  const balance = (/** @type {Stand | undefined} */ one) => (one?.points[sides[0] ?? ""] ?? 0) - (sides[1] ? (one?.points[sides[1]] ?? 0) : 0);
  const swings = stands
    .map((stand, i) => ({ turn: stand.turn, swing: balance(stand) - balance(stands[i - 1]) }))
    .filter(({ swing }, i) => i > 0 && swing !== 0)
    .sort((one, other) => Math.abs(other.swing) - Math.abs(one.swing))
    .slice(0, MOST_TURNS);
  if (!swings.length) return h("p", { class: "note" }, "No turn changed the points much.");
  return h("div", { class: "turning" }, h("h3", {}, "Where it turned"),
    h("ul", {}, ...swings.map(({ turn, swing }) => {
      const first = app.entries.find((entry) => entry.turn === turn);
      return h("li", {},
        h("b", {}, `Turn ${turn}: ${change(sides, swing)} `), what(turn), " ",
        first && h("button", { type: "button", class: "link", onclick: () => replay(first.number) }, "Replay"));
    })));
}

/**
 * A change of the points in words.
 * @param {string[]} sides
 * @param {number} swing
 */
function change(sides, swing) {
  const size = Math.abs(swing);
  if (!sides[1]) return `${swing > 0 ? "+" : "−"}${size}.`;
  return `${capital((swing > 0 ? sides[0] : sides[1]) ?? "")} +${size}.`;
}

/** What fell and who was lost in a turn. @param {number} turn */
function what(turn) {
  const entries = app.entries.filter((entry) => entry.turn === turn);
  const fell = new Set(entries.flatMap((entry) => (entry.what === "control" ? [placeName(entry.hexes[0] ?? "") ?? ""] : [])).filter(Boolean));
  const lost = entries.flatMap((entry) => (entry.what === "eliminated" ? (entry.units ?? []) : []));
  return [
    fell.size ? `${[...fell].join(", ")} changed hands.` : "",
    lost.length ? `Lost: ${lost.map((id) => app.nameOf(id)).join(", ")}.` : "",
  ].filter(Boolean).join(" ");
}

/** The units of each side that are gone. */
function losses() {
  const gone = [...(app.view?.off_map.eliminated ?? []), ...Object.keys(app.view?.off_map.queue ?? {})];
  return h("div", { class: "end-losses" }, h("h3", {}, "Losses"),
    ...(app.board?.sides ?? []).map((side) => {
      const units = gone.filter((id) => app.board?.units[id]?.side === side).flatMap((id) => printed(id) ?? []);
      return h("div", {}, h("p", {}, h("b", {}, capital(side)), ` ${units.length} ${units.length === 1 ? "unit" : "units"}`),
        h("div", { class: "pieces", role: "img", "aria-label": units.map((unit) => unit.name).join(", ") || "none" },
          ...units.map((unit) => counterIcon(unit, 34))));
    }));
}

/** @param {number} from */
export function replay(from) {
  /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog[open]"))?.close();
  app.emit("replay", { from, play: true });
}
