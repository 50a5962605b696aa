// @ts-check
/**
 * Counters: faces, backs and the marks of what a unit has done or suffers.
 *
 * A counter is a square of 56 units round (0, 0), as on the printed sheet. Strength first, then symbol,
 * then name: seen from afar (`data-zoom="far"` on the map) the name, size and steps give way.
 */

import { app } from "../app.js";
import { s } from "../lib/dom.js";

/** @typedef {import("../types.js").Unit} Unit */
/** What is needed to draw a face. @typedef {Pick<Unit, "side" | "name" | "type" | "size" | "factors" | "steps" | "attack" | "defence"> & Partial<Unit>} Face */

const SQUARE = { x: -28, y: -28, width: 56, height: 56, rx: 5 };
const BARS = "M-20-20V20M-15-20V20M-10-20V20M-5-20V20M0-20V20M5-20V20M10-20V20M15-20V20M20-20V20";
const CROSSED =
  "M-20-10-10-20M-20 0 0-20M-20 10 10-20M-20 20 20-20M-10 20 20-10M0 20 20 0M10 20 20 10" +
  "M20-10 10-20M20 0 0-20M20 10-10-20M20 20-20-20M10 20-20-10M0 20-20 0M-10 20-20 10";

/**
 * The side's place in the list of sides: its colours and its pattern hang on it.
 * @param {string} side
 */
export function sideNumber(side) {
  const at = app.board?.sides.indexOf(side) ?? -1;
  return at < 0 ? 2 : at;
}

/**
 * An empty counter with its shadow.
 * @param {string} side
 */
export function blank(side) {
  const first = sideNumber(side) === 0;
  const stripe = first
    ? "M-23-28H-22V28H-23A5 5 0 0 1-28 23V-23A5 5 0 0 1-23-28Z"
    : "M-28-13V-23A5 5 0 0 1-23-28H-13ZM28 13V23A5 5 0 0 1 23 28H13Z";
  return s(
    "g",
    { class: `counter side${sideNumber(side)}` },
    s("path", { class: "lift", d: "M-29-22A7 7 0 0 1-22-29H24A7 7 0 0 1 31-22V25A7 7 0 0 1 24 32H-22A7 7 0 0 1-29 25Z" }),
    s("rect", { class: "ground", ...SQUARE }),
    s("path", { class: "band", d: stripe }),
    s("path", { class: "shine", d: "M-26.6 22V-22.5A4.2 4.2 0 0 1-22.5-26.6H22" }),
    s("rect", { class: "rim", ...SQUARE }),
  );
}

/**
 * The back of a counter that may not be seen.
 * @param {string} side
 */
export function back(side) {
  const counter = blank(side);
  const pattern = sideNumber(side) === 0 ? BARS : CROSSED;
  counter.querySelector(".band")?.remove();
  counter.append(
    s("rect", { class: "lattice", x: -22, y: -22, width: 44, height: 44, rx: 2 }),
    s("path", { class: "lattice", d: pattern }),
  );
  return counter;
}

/**
 * The face of a counter.
 * @param {Face} unit
 */
export function face(unit) {
  const counter = blank(unit.side);
  const first = sideNumber(unit.side) === 0;
  const middle = first ? 1.5 : 0;
  const room = first ? 42 : 37;
  const fits = (/** @type {string} */ text) => Math.min(11, room / Math.max(1, text.length * 0.56));
  // A name too long to be read gives way to the short one the log uses.
  const whole = unit.label ?? app.board?.units[unit.id ?? ""]?.label ?? unit.name;
  const name = fits(whole) < 6 ? (unit.id ?? whole) : whole;
  const symbol = s("g", { class: "symbol" });
  symbol.innerHTML = app.board?.symbols[unit.type] ?? "";
  counter.append(
    s("text", { class: "name", x: 2 - middle / 3, y: -18.2, "font-size": fits(name) }, name),
    s("text", { class: "size", x: middle, y: -10.8 }, app.board?.sizes?.[unit.size] ?? unit.size),
    s("g", { transform: `translate(${middle} 1.2)` }, symbol),
    ...beside(unit, middle),
    s("text", { class: "strength", x: middle, y: 25.6 }, `${unit.attack}-${unit.defence}`),
    pips(unit),
    marks(unit),
  );
  return counter;
}

/**
 * What the game prints left and right of the symbol.
 * @param {Face} unit
 * @param {number} middle
 */
function beside(unit, middle) {
  return (app.board?.beside ?? []).map((field, i) => {
    const value = String(/** @type {any} */ (unit)[field] ?? "");
    const text = value.length > 2 ? value.charAt(0).toUpperCase() : value;
    return s("text", { class: "beside", x: middle + (i ? 19.4 : -19.4), y: 5 }, text);
  });
}

/**
 * The steps, from the top down: filled those it still has.
 * @param {Face} unit
 */
function pips(unit) {
  const most = unit.factors.length;
  const group = s("g", { class: "pips" });
  if (most <= 1) return group;
  const gap = Math.min(6, 31 / most);
  const side = Math.min(4, gap - 1);
  for (let i = 0; i < most; i++) {
    group.append(
      s("rect", {
        class: i < unit.steps ? "full" : "lost",
        x: 20.4, y: -11 + i * gap, width: side, height: side,
      }),
    );
  }
  return group;
}

const MARKS = /** @type {const} */ ({
  cut: ["M-3.4-3.4 3.4 3.4M3.4-3.4-3.4 3.4", "out of supply"],
  zone: ["M1.4-4.6-2.6.6H.4L-1.4 4.6 2.8-.8H-.2Z", "in an enemy zone of control"],
  fought: ["M-3.6 3.6 3.4-3.4M-3.6-3.4 3.4 3.6M-4.4 1.8-1.8 4.4M4.2 1.8 1.6 4.4", "has attacked"],
  moved: ["M-3.8 0H3.2M.4-3 3.6 0 .4 3", "has moved"],
});

/**
 * The state marks, along the upper edge from the right.
 * @param {Face} unit
 */
function marks(unit) {
  /** @type {(keyof typeof MARKS)[]} */
  const shown = [];
  if (unit.supplied === false) shown.push("cut");
  if (unit.ezoc && unit.side === app.side) shown.push("zone");
  if (unit.attacked) shown.push("fought");
  if (unit.moved) shown.push("moved");
  const group = s("g", { class: "marks" });
  const status = /** @type {any} */ (unit).status ?? "";
  const words = app.board?.statuses?.[status];
  if (words) {
    group.append(
      s("g", { transform: "translate(-18 -27)" },
        s("g", { class: `status ${status}` },
          s("title", {}, words), s("rect", { x: -13, y: -7.5, width: 26, height: 15, rx: 4 }), s("text", { y: 4 }, status))),
    );
  }
  const badges = Object.entries(app.board?.badges ?? {}).filter(([field]) => /** @type {any} */ (unit)[field]);
  badges.forEach(([, { letter, means }], i) => {
    group.append(
      s("g", { transform: `translate(${-24 + i * 14} 25)` },
        s("g", { class: "badge" }, s("title", {}, means), s("circle", { r: 7.4 }), s("text", { y: 3.8 }, letter))),
    );
  });
  shown.forEach((mark, i) => {
    const [d, title] = MARKS[mark];
    const words = (mark === "cut" && app.board?.supply.out[unit.side]) || title;
    group.append(
      s("g", { transform: `translate(${23 - i * 15} -27)` },
        s("g", { class: `mark ${mark}` },
          s("title", {}, words), s("circle", { r: 6.8 }), s("path", { d }))),
    );
  });
  return group;
}

/**
 * A counter on its own little picture, for lists and trays.
 * @param {Face} unit
 * @param {number} [size]
 */
export function counterIcon(unit, size = 52) {
  const picture = s("svg", {
    class: "counter-icon", viewBox: "-31 -34 65 69", width: size, height: size * 1.06, "aria-hidden": "true",
  });
  picture.append(face(unit));
  return picture;
}

/**
 * A counter as it is printed, at full strength.
 * @param {string} id
 * @returns {Face | null}
 */
export function printed(id) {
  const unit = app.board?.units[id];
  if (!unit) return null;
  // Factors are listed from full strength down.
  const [attack, defence] = unit.factors[0] ?? [0, 0];
  return { ...unit, id, hex: null, steps: unit.factors.length, attack, defence };
}
