// @ts-check
/** Moves, retreats and advances are watched; everything else just is. */

import { app } from "../app.js";
import { face } from "./counters.js";
import { s } from "../lib/dom.js";
import { middle } from "./geometry.js";
import { drawStacks, travelling } from "./stacks.js";

const STEP = 110; // milliseconds a hex
const LONGEST = 900;
const MOVES = new Set(["move", "retreat", "advance", "probe"]);
const still = matchMedia("(prefers-reduced-motion: reduce)");
/** Where units were before the last state. @type {Map<string, string>} */
let before = new Map();
let lastNumber = -1;

/** Must be mounted before the stacks are drawn, so that a moving unit is not seen at both ends. */
export function mountAnimation() {
  app.on("state", () => {
    const view = app.view;
    if (!view) return;
    const number = app.state?.number ?? 0;
    const after = new Map(view.units.flatMap((unit) => (unit.hex ? [[unit.id, unit.hex]] : [])));
    const forward = app.mode === "play" && lastNumber >= 0 && number > lastNumber && (app.state?.since ?? 0) > 0;
    if (forward && !app.mine) follow();
    if (forward && !still.matches && !document.hidden && app.pace > 0.05) animate(after);
    before = /** @type {Map<string, string>} */ (after);
    lastNumber = number;
  });
}

/** Keep what the other side does in sight, unless it plays too fast to be watched. */
function follow() {
  if (app.pace < 0.3) return;
  const last = [...(app.state?.entries ?? [])].reverse().find((entry) => entry.hexes.length > 0);
  const hex = last?.hexes[last.hexes.length - 1];
  if (hex) app.centre(hex);
}

/** @param {Map<string, string> | Map<any, any>} after */
function animate(after) {
  /** @type {Map<string, string[]>} */
  const ways = new Map();
  for (const entry of app.state?.entries ?? []) {
    if (!MOVES.has(entry.what) || entry.hexes.length < 2) continue;
    const units = entry.units ?? [...after.keys()].filter(
      (id) => before.get(id) === entry.hexes[0] && after.get(id) === entry.hexes[entry.hexes.length - 1]);
    for (const id of units) {
      const way = ways.get(id);
      if (way && way[way.length - 1] === entry.hexes[0]) way.push(...entry.hexes.slice(1));
      else ways.set(id, [...entry.hexes]);
    }
  }
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const [id, way] of ways) {
    if (after.get(id) !== way[way.length - 1]) continue;
    const key = way.join();
    groups.set(key, [...(groups.get(key) ?? []), id]);
  }
  for (const [key, ids] of groups) travel(ids, key.split(","));
}

/**
 * @param {string[]} ids
 * @param {string[]} way
 */
function travel(ids, way) {
  const top = document.querySelector("#map .over .top");
  const units = ids.flatMap((id) => app.unit(id) ?? []);
  if (!top || !units.length) return;
  const ghost = s("g", { class: "ghost" });
  units.slice(0, 3).reverse().forEach((unit, i) => {
    const counter = face(unit);
    counter.setAttribute("transform", `translate(${-4 * i} ${-4 * i})`);
    ghost.append(counter);
  });
  top.append(ghost);
  for (const id of ids) travelling.add(id);
  const points = way.map((hex) => middle(hex));
  const frames = points.map(([x, y]) => ({ transform: `translate(${x}px, ${y + 3.5}px)` }));
  const duration = Math.min(LONGEST, STEP * way.length + 60);
  const motion = ghost.animate(frames, { duration, easing: "ease-in-out", fill: "forwards" });
  const finish = () => {
    for (const id of ids) travelling.delete(id);
    drawStacks();
    ghost.remove();
  };
  motion.onfinish = finish;
  motion.oncancel = finish;
}
