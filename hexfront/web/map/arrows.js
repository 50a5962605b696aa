// @ts-check
/** What happened, drawn on the map: arrows along the ways that units went, crosses and flags. */

import { s } from "../lib/dom.js";
import { sideNumber } from "./counters.js";
import { middle } from "./geometry.js";

/** @typedef {import("../types.js").Layer} Layer */

const HEAD = 22; // how long the head of an arrow is
const APART = 7; // arrows over the same hexes do not lie on each other

/**
 * The arrows and the signs of a layer; none where it has none.
 * @param {Layer} layer
 * @param {SVGGElement} under the counters
 * @param {SVGGElement} over them
 */
export function story(layer, under, over) {
  const parts = [];
  if (layer.arrows?.length) {
    const arrows = s("g", { class: "arrows" }, ...layer.arrows.map(arrow));
    over.prepend(arrows);
    parts.push(arrows);
  }
  if (layer.signs?.length) {
    const signs = s("g", { class: "signs" }, ...layer.signs.map(sign));
    over.append(signs);
    parts.push(signs);
  }
  return parts;
}

/**
 * An arrow through the middles of hexes, rounded at its bends.
 * @param {import("../types.js").Arrow} one
 * @param {number} i
 */
function arrow({ hexes, side, title }, i) {
  const aside = APART * ((i % 3) - 1);
  const points = hexes.map((hex) => middle(hex)).map(([x, y]) => /** @type {[number, number]} */ ([x + aside, y + aside]));
  const end = points[points.length - 1];
  const before = points[points.length - 2];
  if (!end || !before) return null;
  const length = Math.hypot(end[0] - before[0], end[1] - before[1]) || 1;
  const [dx, dy] = [(end[0] - before[0]) / length, (end[1] - before[1]) / length];
  const neck = /** @type {[number, number]} */ ([end[0] - dx * HEAD, end[1] - dy * HEAD]);
  const [nx, ny] = [-dy * HEAD * 0.55, dx * HEAD * 0.55];
  const shaft = rounded([...points.slice(0, -1), neck]);
  const head = `M${end.join(" ")}L${neck[0] + nx} ${neck[1] + ny}L${neck[0] - nx} ${neck[1] - ny}Z`;
  return s("g", { class: `arrow side${sideNumber(side)}` },
    s("title", {}, title),
    s("path", { class: "casing", d: shaft }),
    s("path", { class: "shaft", d: shaft }),
    s("path", { class: "head", d: head }));
}

/**
 * A line whose corners are curves.
 * @param {[number, number][]} points
 */
function rounded(points) {
  const [first, ...rest] = points;
  if (!first) return "";
  let d = `M${first.join(" ")}`;
  rest.forEach((point, i) => {
    const next = rest[i + 1];
    d += next ? `Q${point.join(" ")} ${(point[0] + next[0]) / 2} ${(point[1] + next[1]) / 2}` : `L${point.join(" ")}`;
  });
  return d;
}

/** @param {NonNullable<Layer["signs"]>[number]} one */
function sign({ hex, sign: what, side, title }) {
  const [x, y] = middle(hex);
  const d = what === "cross" ? "M-13-13 13 13M13-13-13 13" : "M-8 18V-18M-8-18H16L10-10 16-2H-8";
  return s("g", { class: `sign ${what} side${sideNumber(side)}`, transform: `translate(${x} ${y})` },
    s("g", { class: "body" },
      s("title", {}, title),
      s("circle", { r: 22 }),
      s("path", { d })));
}
