// @ts-check
/** Every key of the board: what it does, in one list that the help sheet shows. */

import { app } from "../app.js";
import { subjects } from "../lib/offer.js";
import { capital } from "./parts.js";
import { switchTheme } from "./game.js";
import { OVERLAYS, toggle } from "./overlays.js";

/**
 * @typedef {object} Key
 * @property {string[]} keys as `KeyboardEvent.key` names them
 * @property {string} what
 * @property {string} group
 * @property {() => void} [act] left out where the map itself answers
 * @property {boolean} [hosted] only on a server for several players
 */

const TABS = ["log", "rules", "charts", "overlays", "game"];

/** @type {Key[]} */
export const KEYS = [
  { group: "On the map", keys: ["↑ ↓ ← →"], what: "Move the cursor from hex to hex" },
  { group: "On the map", keys: ["Enter"], what: "Act on the hex, as a click does (with Shift: the whole stack)" },
  { group: "On the map", keys: ["Space"], what: "Fan out the stack" },
  { group: "On the map", keys: ["Shift + ↑ ↓ ← →"], what: "Move the map" },
  { group: "On the map", keys: ["+", "−", "0"], what: "Closer, farther, the whole map" },
  { group: "On the map", keys: ["n"], what: "To the next hex where you can act", act: () => nextHex(1) },
  { group: "On the map", keys: ["b"], what: "To the one before", act: () => nextHex(-1) },
  { group: "Playing", keys: ["e"], what: "End the phase, stop a move, finish" },
  { group: "Playing", keys: ["a"], what: "All of them: the whole stack, all attackers, all advance" },
  { group: "Playing", keys: ["d"], what: "Declare the attack that is planned" },
  { group: "Playing", keys: ["o"], what: "Leave the map" },
  { group: "Playing", keys: ["u"], what: "Take back the last action" },
  { group: "Playing", keys: ["h"], what: "What should I do? A hint from the computer" },
  { group: "Playing", keys: ["Escape"], what: "Cancel; select nothing", act: () => app.select(null) },
  ...OVERLAYS.map((overlay) => ({
    group: "Overlays",
    keys: [overlay.key],
    what: overlay.name === "zoc-own" ? "My zones of control" : overlay.name === "zoc-enemy" ? "Enemy zones of control" : overlay.title(),
    act: () => toggle(overlay.name),
  })),
  ...TABS.map((name, i) => ({
    group: "Panels",
    keys: [String(i + 1)],
    what: capital(name),
    act: () => app.emit("show-tab", name),
  })),
  { group: "Panels", keys: ["6"], what: "Talk", hosted: true, act: () => app.hosted && app.emit("show-tab", "talk") },
  { group: "Panels", keys: ["7"], what: "Units: the order of battle", act: () => app.emit("show-tab", "units") },
  { group: "Panels", keys: ["i"], what: "Find a unit: type its name", act: () => app.emit("find") },
  { group: "Panels", keys: ["l"], what: "Luck of the dice", act: () => app.emit("luck") },
  { group: "Panels", keys: ["w"], what: "What the other side did: open or close the recap", act: () => app.emit("recap") },
  { group: "Panels", keys: ["/"], what: "Search the rules", act: () => app.emit("search-rules") },
  { group: "Replay", keys: ["p"], what: "Open the replay; in it: play and pause", act: () => replayOrPlay() },
  { group: "Replay", keys: [",", "."], what: "A choice back, forward" },
  { group: "Replay", keys: ["[", "]"], what: "A phase back, forward" },
  { group: "Replay", keys: ["{", "}"], what: "A turn back, forward" },
  { group: "The page", keys: ["m"], what: "To the map", act: () => document.getElementById("map")?.focus() },
  { group: "The page", keys: ["t"], what: "Light or dark", act: switchTheme },
  { group: "The page", keys: ["?"], what: "This sheet", act: () => app.emit("help") },
];

/** Keys of the replay, silent while it is closed. @type {Record<string, {by: number, what: string}>} */
export const REPLAY_KEYS = {
  ",": { by: -1, what: "choice" },
  ".": { by: 1, what: "choice" },
  "[": { by: -1, what: "phase" },
  "]": { by: 1, what: "phase" },
  "{": { by: -1, what: "turn" },
  "}": { by: 1, what: "turn" },
};

function replayOrPlay() {
  if (app.mode === "replay") app.emit("replay-play");
  else app.emit("replay", true);
}

/** Hexes a choice of this seat is about, in the order of the choices. */
function hexesToAct() {
  /** @type {Set<string>} */
  const hexes = new Set();
  for (const part of subjects(app.offer)) {
    const hex = app.board?.hexes[part] ? String(part) : app.unit(String(part))?.hex;
    if (hex) hexes.add(hex);
  }
  return [...hexes].sort();
}

/** @param {number} by */
function nextHex(by) {
  const hexes = hexesToAct();
  if (hexes.length === 0) return;
  const here = app.hovered ?? app.selected?.hex ?? "";
  const next = by > 0 ? hexes.find((hex) => hex > here) : hexes.findLast((hex) => hex < here);
  app.emit("cursor", next ?? (by > 0 ? hexes[0] : hexes[hexes.length - 1]));
}
