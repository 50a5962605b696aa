// @ts-check
/** Air sectors over the map: shown while a sector is to be chosen, or by the overlay, with the aircraft in them. */

import { app } from "../app.js";
import { s } from "../lib/dom.js";
import { sideNumber } from "./counters.js";
import { middle } from "./geometry.js";
import { AIRCRAFT } from "./signs.js";

/** The size of an aircraft's token. */
const [WIDTH, HEIGHT] = [268, 46];
/** So many letters have room on it. */
const LONG = 12;

/** @type {SVGGElement} */
let group;
/** The borders of each sector as a path. @type {Map<string, string>} */
let borders = new Map();
/** The sector of each hex. @type {Map<string, string>} */
let sectors = new Map();
let known = "";

/** @param {SVGGElement} layer */
export function mountSectors(layer) {
  group = layer;
}

/** The sector a hex lies in. @param {string} hex */
export function sectorOf(hex) {
  learn();
  return sectors.get(hex) ?? null;
}

/** Find the borders, once for each board. */
function learn() {
  const board = app.board;
  const now = `${board?.game} ${board?.scenario}`;
  if (!board || known === now) return;
  known = now;
  borders = new Map();
  sectors = new Map();
  for (const [number, hexes] of Object.entries(board.sectors ?? {})) {
    /** The sides of its hexes; one that two of them share is none of its border. @type {Map<string, string>} */
    const sides = new Map();
    for (const hex of hexes) {
      sectors.set(hex, number);
      const [x, y] = middle(hex);
      const corners = board.corner.map(([dx, dy]) => [Math.round(x + dx), Math.round(y + dy)]);
      corners.forEach(([ax, ay], i) => {
        const [bx, by] = corners[(i + 1) % 6] ?? [0, 0];
        const at = `${Math.round(((ax ?? 0) + (bx ?? 0)) / 8)} ${Math.round(((ay ?? 0) + (by ?? 0)) / 8)}`;
        if (!sides.delete(at)) sides.set(at, `M${ax} ${ay}L${bx} ${by}`);
      });
    }
    borders.set(number, [...sides.values()].join(""));
  }
}

/**
 * Show the sectors; some of them can be chosen.
 * @param {string[]} open
 * @param {Record<string, number | null>} at where the aircraft are, as far as they are known
 * @param {string | null} [over] the sector that something is carried over
 * @param {Set<string>} [held] the aircraft in hand
 */
export function showSectors(open, at, over = null, held = new Set()) {
  learn();
  if (!group) return;
  const board = app.board;
  group.replaceChildren(...[...borders].map(([number, d]) => {
    const hexes = (board?.sectors?.[number] ?? []).map(middle);
    const [x, y] = spotFor(board?.sectors?.[number] ?? []);
    const here = Object.keys(at).filter((id) => String(at[id]) === number);
    const left = Math.min(...hexes.map((point) => point[0])) - 30;
    const top = Math.min(...hexes.map((point) => point[1])) - 8;
    const tokens = here.map((id, i) => {
      const plane = board?.aircraft?.[id];
      const at = `translate(${left + (i % 2) * (WIDTH + 10)} ${top + Math.floor(i / 2) * (HEIGHT + 8)})`;
      return s("g", { class: `aircraft side${sideNumber(plane?.side ?? "")}${held.has(id) ? " held" : ""}`, transform: at },
        s("rect", { width: WIDTH, height: HEIGHT, rx: 8 }),
        s("g", { transform: "translate(32 30) scale(1.7)" }, s("path", { d: AIRCRAFT })),
        s("text", { x: 62, y: 33, ...squeezed(plane?.name ?? id) }, plane?.name ?? id));
    });
    return s("g", { class: `sector${open.includes(number) ? " open" : ""}${number === over ? " over" : ""}` },
      s("path", { class: "border", d }), s("g", { transform: `translate(${x} ${y})` }, s("text", { class: "number", y: 30 }, number)), ...tokens);
  }));
}

/** A long name is printed closer, so that it stays on its token. @param {string} name */
function squeezed(name) {
  return name.length > LONG ? { textLength: WIDTH - 74, lengthAdjust: "spacingAndGlyphs" } : {};
}

/**
 * Where a sector's number stands: in the middle, or in the nearest hex to it where it covers no counter.
 * @param {string[]} hexes
 * @returns {[number, number]}
 */
function spotFor(hexes) {
  const points = hexes.map(middle);
  const mean = (/** @type {0 | 1} */ i) => points.reduce((sum, point) => sum + point[i], 0) / Math.max(1, points.length);
  const [x, y] = [mean(0), mean(1)];
  const away = (/** @type {[number, number]} */ point) => Math.hypot(point[0] - x, point[1] - y);
  const free = hexes.filter((hex) => !app.stack(hex).length).map(middle).sort((one, other) => away(one) - away(other));
  return free[0] ?? [x, y];
}

export function hideSectors() {
  group?.replaceChildren();
}
