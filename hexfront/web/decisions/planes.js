// @ts-check
/** Aircraft as chips: to be picked up, carried to a sector of the map, or sent along with others. */

import { app } from "../app.js";
import { h, s } from "../lib/dom.js";
import { sideNumber } from "../map/counters.js";
import { hexUnder } from "../map/map.js";
import { sectorOf } from "../map/sectors.js";
import { AIRCRAFT, planeFacts } from "../map/signs.js";

/** How far a chip is moved before it is carried. */
const CARRY = 8;

/**
 * @typedef {object} Chip
 * @property {string} id
 * @property {boolean} on whether it is picked or joins
 * @property {string} [where] where it is to fly, in words
 * @property {() => unknown} tap
 * @property {(sector: number) => unknown} [drop] it can be carried to a sector
 */

/**
 * An aircraft: its silhouette, name and what is printed on it.
 * @param {Chip} chip
 */
export function planeChip({ id, on, where, tap, drop }) {
  const plane = app.board?.aircraft?.[id];
  const sign = s("svg", { viewBox: "-15 -15 30 22", class: `sign filled side${sideNumber(plane?.side ?? "")}`, "aria-hidden": "true" },
    s("path", { d: AIRCRAFT }));
  const facts = plane ? planeFacts(plane) : "";
  const button = h("button", {
      type: "button", class: `plane${on ? " held" : ""}`, "aria-pressed": String(on), data: { plane: id }, title: facts,
    }, sign, h("span", {}, app.nameOf(id), h("small", {}, where ?? facts)));
  if (drop) carried(button, drop, tap);
  else button.addEventListener("click", () => void tap());
  return button;
}

/**
 * Groups of chips, one for each kind of aircraft.
 * @param {Chip[]} chips
 */
export function planeGroups(chips) {
  /** @type {Map<string, Chip[]>} */
  const groups = new Map();
  for (const chip of chips) {
    const kind = app.board?.aircraft?.[chip.id]?.kind ?? "";
    groups.set(kind, [...(groups.get(kind) ?? []), chip]);
  }
  return [...groups].map(([kind, members]) => h("section", { class: "group" }, kind && h("h3", {}, kind),
    h("div", { class: "planes" }, ...members.map(planeChip))));
}

/**
 * A chip that is carried to the map with the pointer; a tap or a key is a tap.
 * @param {HTMLElement} chip
 * @param {(sector: number) => unknown} drop
 * @param {() => unknown} tap
 */
function carried(chip, drop, tap) {
  /** @type {{x: number, y: number, ghost: HTMLElement | null} | null} */
  let grip = null;
  let taken = false;
  const end = () => {
    grip?.ghost?.remove();
    grip = null;
    app.emit("over-sector", null);
  };
  chip.addEventListener("pointerdown", (event) => {
    taken = false;
    if (event.button !== 0) return;
    grip = { x: event.clientX, y: event.clientY, ghost: null };
    if (event.pointerType === "mouse") chip.setPointerCapture(event.pointerId); // a finger has it anyway
  });
  chip.addEventListener("pointermove", (event) => {
    if (!grip) return;
    if (!grip.ghost) {
      if (Math.hypot(event.clientX - grip.x, event.clientY - grip.y) < CARRY) return;
      grip.ghost = /** @type {HTMLElement} */ (chip.cloneNode(true));
      grip.ghost.classList.add("ghost");
      document.body.append(grip.ghost);
    }
    grip.ghost.style.left = `${event.clientX - 40}px`;
    grip.ghost.style.top = `${event.clientY - 44}px`; // beside the finger
    app.emit("over-sector", sectorUnder(event));
  });
  chip.addEventListener("pointerup", (event) => {
    const sector = grip?.ghost ? sectorUnder(event) : null;
    taken = !!grip?.ghost;
    end();
    if (sector) void drop(Number(sector));
  });
  chip.addEventListener("pointercancel", end);
  chip.addEventListener("click", () => {
    if (!taken) void tap();
    taken = false;
  });
}

/** The sector under the pointer, if that is over the map. @param {PointerEvent} event */
function sectorUnder(event) {
  const there = document.elementsFromPoint(event.clientX, event.clientY).filter((one) => !one.closest(".ghost"));
  if (!there[0]?.closest("#map")) return null;
  const hex = hexUnder(event);
  return hex ? sectorOf(hex) : null;
}
