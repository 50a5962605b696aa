// @ts-check
/** What the order of battle says of each unit, read off the view and the printed counters alone. */

import { app } from "../app.js";
import { middle } from "../map/geometry.js";
import { capital } from "./parts.js";

/** @typedef {import("../types.js").Unit} Unit */
/** @typedef {import("../map/counters.js").Face} Face */

/**
 * @typedef {object} Row
 * @property {Face & {id: string}} unit
 * @property {string} command
 * @property {string | null} hex
 * @property {string} where
 * @property {number} order those on the map first
 * @property {number} steps
 * @property {number} full
 * @property {number} lost
 * @property {boolean} idle on the map and not moved
 * @property {boolean} cut
 * @property {"map" | "later" | "lost" | "unseen"} fate
 * @property {{text: string, bad?: boolean}[]} signs
 * @property {string} text what a search looks in
 */

/** @type {{name: string, text: string, keep: (row: Row) => boolean}[]} */
export const FILTERS = [
  { name: "all", text: "All units", keep: () => true },
  { name: "idle", text: "Not moved yet", keep: (row) => row.idle },
  { name: "cut", text: "Cut off", keep: (row) => row.cut },
  { name: "weak", text: "With losses", keep: (row) => row.lost > 0 || row.fate === "lost" },
  { name: "later", text: "Still to arrive", keep: (row) => row.fate === "later" },
];

/**
 * Every unit of a side: those in sight, those off the map, and those of which nothing is known.
 * @param {string} side
 * @returns {Row[]}
 */
export function forcesOf(side) {
  const seen = new Map((app.view?.units ?? []).filter((unit) => unit.side === side).map((unit) => [unit.id, unit]));
  const printed = Object.entries(app.board?.units ?? {}).filter(([, unit]) => unit.side === side);
  const rows = printed.map(([id, unit]) => rowOf(seen.get(id) ?? asPrinted(id, unit), unit.formation, seen.has(id)));
  for (const [id, unit] of seen) if (!app.board?.units[id]) rows.push(rowOf(unit, "", true)); // made for a position
  return rows.sort((one, other) => one.order - other.order || (one.hex ?? "").localeCompare(other.hex ?? ""));
}

/**
 * @param {string} id
 * @param {import("../types.js").BoardUnit} unit
 * @returns {Face & {id: string}}
 */
function asPrinted(id, unit) {
  const [attack = 0, defence = 0] = unit.factors[0] ?? [];
  return { ...unit, id, steps: unit.factors.length, attack, defence, hex: null };
}

/**
 * @param {Face & {id: string}} unit
 * @param {string} formation
 * @param {boolean} here
 * @returns {Row}
 */
function rowOf(unit, formation, here) {
  const full = Math.max(unit.factors.length, unit.steps, 1);
  const gone = here ? null : offMap(unit.id);
  const command = formation || capital(`${unit.type.replaceAll("_", " ")} ${unit.size.length > 3 ? unit.size : ""}`.trim());
  const hex = here ? (unit.hex ?? null) : null;
  const where = hex ? placeOf(hex) : (gone?.where ?? unknown(unit.side));
  const idle = hex !== null && unit.moved === false && unit.mobility !== "static";
  const cut = here && unit.supplied === false;
  const status = app.board?.statuses?.[/** @type {any} */ (unit).status];
  const signs = [
    ...(cut ? [{ text: app.board?.supply.out[unit.side] ?? "out of supply", bad: true }] : []),
    ...(status ? [{ text: status, bad: true }] : []),
    ...(idle && moving(unit.side) ? [{ text: "not moved" }] : []),
    ...(unit.hidden ? [{ text: `on ${unit.hidden} hidden` }] : []),
  ];
  return {
    unit, command, hex, where, idle, cut, signs, full,
    order: hex ? 0 : (gone?.order ?? 4),
    steps: gone?.fate === "lost" ? 0 : unit.steps,
    lost: here ? full - unit.steps : 0,
    fate: hex ? "map" : (gone?.fate ?? "unseen"),
    text: `${unit.id} ${unit.name} ${app.board?.units[unit.id]?.division ?? ""} ${command} ${where} ${unit.type}`.toLowerCase(),
  };
}

/** What is said of a unit that nothing is known of: one's own are not in this scenario. @param {string | undefined} side */
function unknown(side) {
  return app.board?.hides && side !== app.side ? "not seen" : "not in play";
}

/** Whether a side is in a phase in which it moves. @param {string} side */
function moving(side) {
  return app.view?.decision?.side === side && ["moving", "onTheWay"].includes(app.decision?.by ?? "moving");
}

/**
 * Where a unit is that is not on the map, if everybody knows.
 * @param {string} id
 * @returns {{where: string, order: number, fate: "later" | "lost"} | null}
 */
function offMap(id) {
  const off = app.view?.off_map;
  if (!off) return null;
  const due = off.reinforcements[id];
  if (due !== undefined) return { where: due ? `arrives on turn ${due}` : "waits to arrive", order: 1, fate: "later" };
  const back = off.queue[id];
  if (back !== undefined) return { where: back ? `comes back on turn ${back}` : "waits to come back", order: 1, fate: "later" };
  if (off.to_place.includes(id)) return { where: "to be placed", order: 1, fate: "later" };
  if (off.eliminated.includes(id)) return { where: "eliminated", order: 2, fate: "lost" };
  if (off.forfeited.includes(id)) return { where: "given up", order: 2, fate: "lost" };
  if (off.exited.includes(id)) return { where: "has left the map", order: 3, fate: "lost" };
  return null;
}

const NEAR = 190; // about two hexes, as the map is drawn

/** A hex with the place in it or next to it. @param {string} hex */
function placeOf(hex) {
  const [x, y] = middle(hex);
  let best = "";
  let least = NEAR;
  for (const place of app.board?.places ?? []) {
    const [px, py] = middle(place.hex);
    const away = Math.hypot(px - x, py - y);
    if (place.name && away < least) {
      least = away;
      best = away < 1 ? `${place.name} ${hex}` : `${hex}, near ${place.name}`;
    }
  }
  return best || hex;
}

/**
 * The rows by command, in the order of their names.
 * @param {Row[]} rows
 * @returns {[string, Row[]][]}
 */
export function commands(rows) {
  /** @type {Map<string, Row[]>} */
  const found = new Map();
  for (const row of rows) found.set(row.command, [...(found.get(row.command) ?? []), row]);
  return [...found].sort(([one], [other]) => one.localeCompare(other, undefined, { numeric: true }));
}

/**
 * A side in a sentence.
 * @param {Row[]} rows
 */
export function summary(rows) {
  const count = (/** @type {(row: Row) => boolean} */ keep) => rows.filter(keep).length;
  const parts = [`${count((row) => row.fate === "map")} on the map`];
  const more = /** @type {[number, string][]} */ ([
    [count((row) => row.fate === "later"), "still to come"],
    [count((row) => row.fate === "lost"), "gone"],
    [count((row) => row.cut), "cut off"],
    [rows.reduce((sum, row) => sum + row.lost, 0), "steps lost"],
    [count((row) => row.fate === "unseen"), unknown(rows[0]?.unit.side)],
  ]);
  return `${[...parts, ...more.flatMap(([number, what]) => (number ? [`${number} ${what}`] : []))].join(", ")}.`;
}
