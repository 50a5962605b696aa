// @ts-check
/** The names of places, each written where the counters leave it room. */

import { app } from "../app.js";
import { s } from "../lib/dom.js";
import { extent, middle } from "./geometry.js";

/** @typedef {[number, number, number, number]} Box left, top, right, bottom */
/** @typedef {import("../types.js").Board["names"][number]} Name */

const COUNTER = 30; // half a counter, and a little
const SINK = 3.5; // how far it lies below the middle of its hex
const OVER_COUNTERS = 20; // how bad that is, in the measure of the spots
const OVER_NAMES = 20;
/** How badly a name may stand at most; else it is left out: the counters say more. @type {Record<string, number>} */
const WORTH = { label: 8, town: 16 };
const GAP = 5; // between two names, so that they do not read as one
const OFF_THE_MAP = 40;
/** How much smaller a crowded name may be printed, and how bad that is. @type {[number, number][]} */
const SMALLER = [[1, 0], [0.85, 2], [0.72, 4]];
/** The height of a name by its kind. @type {Record<string, number>} */
const HEIGHTS = { fort: 14, city: 14, town: 16, label: 11 };

/** @type {SVGGElement} */
let group;
let listening = false;
let key = "";
let grow = 1; // of the counters
let size = 1; // of the names: they grow less
/** Of the ground, without the margins of the map. @type {Box} */
let edges;
/** How wide each name is printed in the font that this browser has. @type {Map<Name, number>} */
let widths = new Map();

/** @param {SVGGElement} names */
export function mountNames(names) {
  group = names;
  key = "";
  widths = measured(app.board?.names ?? []);
  if (!listening) {
    app.on("state", draw);
    app.on("zoom", (/** @type {number} */ factor) => {
      grow = factor;
      size = 1 + (grow - 1) / 2;
      draw();
    });
  }
  listening = true;
  draw();
}

/** @param {Name[]} names */
function measured(names) {
  const pen = document.createElement("canvas").getContext("2d");
  /** @type {Map<string, {font: string, spacing: number}>} */
  const kinds = new Map();
  for (const kind of new Set(names.map((name) => name.kind))) {
    const probe = group.appendChild(s("g", { class: kind }, s("text", {}, "M")));
    const { font, letterSpacing } = getComputedStyle(/** @type {Element} */ (probe.firstChild));
    kinds.set(kind, { font, spacing: parseFloat(letterSpacing) || 0 });
  }
  group.replaceChildren();
  return new Map(names.map((name) => {
    const kind = kinds.get(name.kind);
    if (!pen || !kind) return [name, name.width];
    pen.font = kind.font;
    return [name, pen.measureText(name.text).width + kind.spacing * name.text.length];
  }));
}

function draw() {
  if (!app.board) return;
  const stacks = [...new Set((app.view?.units ?? []).flatMap((unit) => unit.hex ?? []))].sort();
  const now = `${grow} ${stacks}`;
  if (now === key) return;
  key = now;
  edges = extent();
  const half = COUNTER * grow;
  const counters = stacks.map((hex) => around(middle(hex), half));
  /** @type {Box[]} */
  const written = [];
  group.replaceChildren(...app.board.names.flatMap((name) => {
    const found = best(name, counters, written);
    if (!found || found.cost > (WORTH[name.kind] ?? Infinity)) return [];
    written.push(found.box);
    const [hex, x, y] = found.spot;
    const [cx, cy] = middle(hex);
    return [s("g", { transform: `translate(${cx} ${cy}) scale(${found.scale})`, class: name.kind }, s("text", { x, y }, name.text))];
  }));
}

/**
 * The spot where a name covers least.
 * @param {Name} name
 * @param {Box[]} counters
 * @param {Box[]} written
 */
function best(name, counters, written) {
  /** @type {{cost: number, box: Box, spot: Name["spots"][number], scale: number} | null} */
  let found = null;
  for (const [smaller, worse] of SMALLER) {
    if (found && worse >= found.cost) break;
    const scale = size * smaller;
    for (const spot of name.spots) {
      const [hex, x, y, bad] = spot;
      const least = bad + worse;
      if (found && least >= found.cost) continue;
      const box = boxOf(name, middle(hex), x, y, scale);
      const cost = least + outside(box) + OVER_COUNTERS * shares(box, counters) + OVER_NAMES * shares(box, written);
      if (!found || cost < found.cost) found = { cost, box, spot, scale };
    }
  }
  return found;
}

/**
 * @param {Name} name
 * @param {[number, number]} at the middle of the hex, from which it grows
 * @param {number} x the middle of the text
 * @param {number} y its baseline
 * @param {number} scale
 * @returns {Box}
 */
function boxOf(name, [cx, cy], x, y, scale) {
  const height = HEIGHTS[name.kind] ?? 16;
  const half = (widths.get(name) ?? name.width) / 2;
  return [
    cx + scale * (x - half) - GAP, cy + scale * (y - height),
    cx + scale * (x + half) + GAP, cy + scale * (y + 2),
  ];
}

/** How bad it is that a name runs over the edge of the map. @param {Box} box */
function outside([left, top, right, bottom]) {
  return left < edges[0] || top < edges[1] || right > edges[2] || bottom > edges[3] ? OFF_THE_MAP : 0;
}

/**
 * @param {[number, number]} at
 * @param {number} half
 * @returns {Box}
 */
function around([x, y], half) {
  return [x - half, y + SINK - half, x + half, y + SINK + half];
}

/**
 * How much of a box others take, where each that touches it counts a little more.
 * @param {Box} box
 * @param {Box[]} others
 */
function shares(box, others) {
  const size = (box[2] - box[0]) * (box[3] - box[1]);
  let sum = 0;
  for (const other of others) {
    const width = Math.min(box[2], other[2]) - Math.max(box[0], other[0]);
    const height = Math.min(box[3], other[3]) - Math.max(box[1], other[1]);
    if (width > 0 && height > 0) sum += 0.2 + (width * height) / size;
  }
  return sum;
}
