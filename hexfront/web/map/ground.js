// @ts-check
/** What changes on the ground: blown bridges, pontoon bridges, positions that units have dug. */

import { app } from "../app.js";
import { s } from "../lib/dom.js";
import { middle } from "./geometry.js";

/** @typedef {{between: string[] | null, state: string, side: string}} Train */

/** @type {SVGGElement} */
let group;
let listening = false;
let key = "";

/** @param {SVGGElement} layer */
export function mountGround(layer) {
  group = layer;
  key = "";
  if (!listening) app.on("state", draw);
  listening = true;
  draw();
}

function draw() {
  const board = app.board;
  const view = /** @type {any} */ (app.view);
  if (!board || !view || !group) return;
  const stands = new Set(view.standing ?? []);
  const blown = view.standing ? Object.keys(board.bridges ?? {}).filter((id) => !stands.has(id)) : [];
  const pontoons = /** @type {Train[]} */ (view.trains ?? []).filter((train) => train.between);
  const kinds = board.positions ?? [];
  const dug = Object.entries(view.hexes).flatMap(([hex, at]) => {
    const level = kinds.findLastIndex((kind) => /** @type {any} */ (at)[kind]);
    return level < 0 ? [] : [{ hex, level, words: board.states?.[kinds[level] ?? ""] ?? "" }];
  });
  const now = JSON.stringify([app.table, blown, pontoons, dug]);
  if (now === key) return;
  key = now;
  group.replaceChildren(...blown.map(wreck), ...pontoons.map(pontoon), ...dug.map(position));
}

/** A bridge that is down: crossed out where it is printed. @param {string} id */
function wreck(id) {
  const [x, y] = app.board?.spans[id] ?? [0, 0];
  return s("g", { class: "wreck", transform: `translate(${x} ${y})` },
    s("title", {}, `blown bridge ${id}`),
    s("path", { class: "casing", d: "M-9-9 9 9M9-9-9 9" }), s("path", { d: "M-9-9 9 9M9-9-9 9" }));
}

/** Three boats and a deck from bank to bank. @param {Train} train */
function pontoon(train) {
  const [a, b] = (train.between ?? []).map(middle);
  if (!a || !b) return s("g");
  const turn = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
  return s("g", { class: "pontoon", transform: `translate(${(a[0] + b[0]) / 2} ${(a[1] + b[1]) / 2}) rotate(${turn})` },
    s("title", {}, `pontoon bridge, ${train.side}`),
    s("path", { class: "boats", d: "M-9-10q4 10 0 20q-4-10 0-20zM0-10q4 10 0 20q-4-10 0-20zM9-10q4 10 0 20q-4-10 0-20z" }),
    s("path", { class: "deck", d: "M-15-3H15V3H-15Z" }));
}

/**
 * A dug position: a line of earth below the counters, doubled where it is stronger.
 * @param {{hex: string, level: number, words: string}} at
 */
function position({ hex, level, words }) {
  const [x, y] = middle(hex);
  const teeth = "M-30 36H30M-24 36V42M-12 36V42M0 36V42M12 36V42M24 36V42";
  return s("g", { class: `dug level${level}`, transform: `translate(${x} ${y})` },
    s("title", {}, words),
    s("path", { class: "casing", d: teeth }), s("path", { d: level ? `${teeth}M-34 30 -30 36M34 30 30 36M-27 31H27` : teeth }));
}
