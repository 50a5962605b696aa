// @ts-check
/** Hexes as points of the map picture. Which hexes there are and where they lie comes from the server. */

import { app } from "../app.js";

/** @returns {import("../types.js").Board} */
function board() {
  if (!app.board) throw new Error("no board is open");
  return app.board;
}

/**
 * The middle of a hex.
 * @param {string} hex
 * @returns {[number, number]}
 */
export function middle(hex) {
  return board().hexes[hex] ?? [0, 0];
}

/** The box round all hexes: left, top, right, bottom. @returns {[number, number, number, number]} */
export function extent() {
  const { hexes, corner } = board();
  const [xs, ys] = [Object.values(hexes).map(([x]) => x), Object.values(hexes).map(([, y]) => y)];
  const [wide, high] = [Math.max(...corner.map(([x]) => x)), Math.max(...corner.map(([, y]) => y))];
  return [Math.min(...xs) - wide, Math.min(...ys) - high, Math.max(...xs) + wide, Math.max(...ys) + high];
}

/**
 * The outline of a hex as a path, a little smaller than the hex where `inset` is below 1.
 * @param {string} hex
 * @param {number} [inset]
 */
export function outline(hex, inset = 1) {
  const [x, y] = middle(hex);
  const points = board().corner.map(
    ([dx, dy]) => `${(x + dx * inset).toFixed(1)} ${(y + dy * inset).toFixed(1)}`,
  );
  return `M${points.join("L")}Z`;
}

/**
 * The hex at a point of the map picture, null outside the map.
 * @param {number} x
 * @param {number} y
 * @returns {string | null}
 */
export function hexAt(x, y) {
  let best = null;
  let least = 50 * 50;
  for (const [hex, [hx, hy]] of Object.entries(board().hexes)) {
    const distance = (hx - x) ** 2 + (hy - y) ** 2;
    if (distance < least) {
      least = distance;
      best = hex;
    }
  }
  return best;
}

/**
 * The hex next to a hex in the direction of an arrow key; left and right go zigzag.
 * @param {string} hex
 * @param {"up" | "down" | "left" | "right"} direction
 */
export function neighbour(hex, direction) {
  const [x, y] = middle(hex);
  if (direction === "up") return hexAt(x, y - 86.6);
  if (direction === "down") return hexAt(x, y + 86.6);
  const column = Number(hex.slice(0, 2));
  const dy = column % 2 ? 43.3 : -43.3; // along a row: down and up in turn
  const dx = direction === "left" ? -75 : 75;
  return hexAt(x + dx, y + dy) ?? hexAt(x + dx, y - dy);
}

/**
 * The name of the place in a hex, null where there is none.
 * @param {string} hex
 */
export function placeName(hex) {
  return board().places.find((one) => one.hex === hex)?.name ?? null;
}

/**
 * What a hex is, in words: number, place, terrain.
 * @param {string} hex
 */
export function describe(hex) {
  const place = board().places.find((one) => one.hex === hex);
  const terrain = board().terrain[hex] ?? "clear";
  const kind = place ? place.kind : terrain;
  const words = [board().kinds[kind] ?? kind.replaceAll("_", " "), ...(board().notes?.[hex] ?? [])];
  for (const [field, what] of Object.entries(board().states ?? {})) {
    if (/** @type {any} */ (app.view?.hexes[hex])?.[field]) words.push(what);
  }
  return `${hex}${place ? ` ${place.name}` : ""}, ${words.join(", ")}`;
}

/** The eight winds, from the north clockwise. */
const WINDS = ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"];
const STEP = 86.6; // from one hex to the next

/**
 * Where a point of the map lies, by the nearest place: "at Skala", "north of Skala"; empty on a map without places.
 * @param {[number, number]} point
 */
export function whereabouts([x, y]) {
  let name = "";
  let [dx, dy] = [Infinity, Infinity];
  for (const place of board().places) {
    const [px, py] = middle(place.hex);
    if (place.kind === "label" || Math.hypot(x - px, y - py) >= Math.hypot(dx, dy)) continue;
    name = place.name;
    [dx, dy] = [x - px, y - py];
  }
  if (!name || Math.hypot(dx, dy) < STEP * 0.6) return name && `at ${name}`;
  const wind = Math.round(Math.atan2(dx, -dy) / (Math.PI / 4));
  return `${WINDS[(wind + 8) % 8]} of ${name}`;
}

/**
 * The hexes at both ends of a bridge, by its id; null for what is none.
 * @param {string | number} id
 * @returns {[string, string] | null}
 */
export function bridgeEnds(id) {
  const [, a = "", b = ""] = /^(?:pontoon-)?(\d{4})-(\d{4})$/.exec(String(id)) ?? [];
  return a in board().hexes && b in board().hexes ? [a, b] : null;
}

/**
 * What a bridge is called: "Dnestr bridge at Khotin"; null for what is none.
 * @param {string | number} id
 */
export function bridgeName(id) {
  const ends = bridgeEnds(id);
  if (!ends) return null;
  const river = board().rivers.find((side) => ends.includes(side[0] ?? "") && ends.includes(side[1] ?? ""))?.[2];
  const [[ax, ay], [bx, by]] = [middle(ends[0]), middle(ends[1])];
  const kind = String(id).startsWith("pontoon") ? "pontoon bridge" : "bridge";
  return [river, kind, whereabouts([(ax + bx) / 2, (ay + by) / 2])].filter(Boolean).join(" ");
}
