// @ts-check
/** What lies on the map: stacks with their edges, fanned out where one looks closer, flags, markers. */

import { app } from "../app.js";
import { back, blank, face, sideNumber } from "./counters.js";
import { live } from "../decisions/controls.js";
import { capital, s } from "../lib/dom.js";
import { middle } from "./geometry.js";
import { lying, markerPiece } from "./markers.js";

/** @typedef {import("../types.js").Unit} Unit */

const SINK = 3.5; // below the middle of the hex, so that its number stays in sight
const DEPTH = 4.4; // how far each counter of a stack shows under the one above
const DEEPEST = 4;
const LOOK = 140; // milliseconds the pointer rests before a stack fans out

/** @type {{flags: SVGGElement, counters: SVGGElement, top: SVGGElement}} */
let groups;
/** The drawn stacks by hex, with what they show. @type {Map<string, {group: SVGGElement, key: string}>} */
const drawn = new Map();
/** Units that are on their way and not drawn where they will be. @type {Set<string>} */
export const travelling = new Set();
let listening = false;

/**
 * @param {SVGGElement} flags
 * @param {SVGGElement} counters
 * @param {SVGGElement} top
 */
export function mountStacks(flags, counters, top) {
  groups = { flags, counters, top };
  drawn.clear();
  if (!listening) {
    app.on("state", drawStacks);
    app.on("live", drawStacks);
    app.on("layer", (/** @type {string} */ name) => (name === "target" || name === "act") && drawStacks());
    app.on("hover", lookCloser);
    app.on("fan", onFan);
  }
  listening = true;
  drawStacks();
}

/** Draw every stack that has changed. */
export function drawStacks() {
  const view = app.view;
  if (!view || !groups) return;
  /** @type {Map<string, Unit[]>} */
  const stacks = new Map();
  for (const unit of view.units) {
    if (!unit.hex || travelling.has(unit.id)) continue;
    stacks.get(unit.hex)?.push(unit) ?? stacks.set(unit.hex, [unit]);
  }
  const usable = live();
  for (const [hex, { group }] of drawn) {
    if (!stacks.has(hex)) {
      group.remove();
      drawn.delete(hex);
    }
  }
  for (const [hex, units] of stacks) {
    const key = JSON.stringify([units, app.side]);
    const old = drawn.get(hex);
    if (old?.key === key) {
      highlight(old.group, hex, units, usable);
      continue;
    }
    const group = drawStack(hex, units);
    highlight(group, hex, units, usable);
    if (old) old.group.replaceWith(group);
    else place(group, hex);
    drawn.set(hex, { group, key });
  }
  drawFlags();
  if (fan && !stacks.has(fan)) closeFan();
  else if (fan) openFan(fan);
}

/**
 * North to south, so that a shadow falls on what lies below it.
 * @param {SVGGElement} group
 * @param {string} hex
 */
function place(group, hex) {
  const y = middle(hex)[1];
  const next = [...groups.counters.children].find((other) => Number(other.getAttribute("data-y")) > y);
  groups.counters.insertBefore(group, next ?? null);
}

/**
 * @param {string} hex
 * @param {Unit[]} units top first
 */
function drawStack(hex, units) {
  const [x, y] = middle(hex);
  const top = /** @type {Unit} */ (units[0]);
  const hidden = units.reduce((sum, unit) => sum + (unit.hidden ?? 0), 0);
  const total = units.length + hidden;
  const group = s("g", {
    class: "stack", transform: `translate(${x} ${y + SINK})`, "data-y": y, "data-hex": hex,
  });
  /** @type {SVGGElement[]} */
  let sheets = Array.from({ length: hidden }, () => back(top.side));
  sheets.push(...units.slice(1).reverse().map((unit) => blank(unit.side)));
  sheets = sheets.slice(-(DEEPEST - 1));
  sheets.push(face(top));
  const body = s("g", { class: "body" }); // grows when it is seen from afar
  group.append(body);
  const rise = (DEPTH * (sheets.length - 1)) / 2;
  sheets.forEach((sheet, i) => {
    const shift = rise - DEPTH * i;
    sheet.setAttribute("transform", `translate(${shift} ${shift})`);
    body.append(sheet);
  });
  const frame = { x: -31 - rise, y: -31 - rise, width: 62 + 2 * rise, height: 62 + 2 * rise, rx: 8 };
  body.append(s("rect", { class: "ring", ...frame }));
  if (total > 1) {
    const at = 25 + rise;
    body.append(
      s("g", { transform: `translate(${at} ${at})` },
        s("g", { class: "count", "data-total": total },
          s("rect", { y: -8, height: 16, rx: 8 }),
          s("text", { y: 4 }))),
    );
  }
  return group;
}

/**
 * Show which stacks can be used or attacked, and how many of their counters are in use.
 * @param {SVGGElement} group
 * @param {string} hex
 * @param {Unit[]} units
 * @param {Map<string, "can" | "chosen">} usable
 */
function highlight(group, hex, units, usable) {
  const states = units.map((unit) => usable.get(unit.id));
  const chosen = states.filter((one) => one === "chosen").length;
  const highlighted = (/** @type {string} */ layer) => !!app.layers.get(layer)?.hexes?.has(hex); // a hex under counters is hardly seen
  const name = `stack${chosen ? " chosen" : highlighted("target") ? " aimed" : states.includes("can") || highlighted("act") ? " can" : ""}`;
  if (group.getAttribute("class") !== name) group.setAttribute("class", name);
  const count = group.querySelector(".count");
  const total = count?.getAttribute("data-total") ?? "";
  const words = chosen && chosen < units.length ? `${chosen}/${total}` : total;
  const text = count?.querySelector("text");
  if (!count || !text || text.textContent === words) return;
  text.textContent = words;
  const plate = count.querySelector("rect");
  plate?.setAttribute("x", String(-5 - words.length * 3));
  plate?.setAttribute("width", String(10 + words.length * 6));
}

// Flags and markers ------------------------------------------------------------------------------

let flagKey = "";
/** @type {SVGGElement | null} */
let drawnFor = null;

function drawFlags() {
  const view = app.view;
  if (!view) return;
  const places = app.board?.places ?? [];
  const controls = places.map((one) => view.hexes[one.hex]?.control ?? "");
  const markers = lying();
  const ruins = (app.board?.works ?? []).filter((hex) => view.hexes[hex]?.fort === false);
  const key = JSON.stringify([controls, markers, ruins, view.units.length]);
  if (key === flagKey && drawnFor === groups.flags) return;
  drawnFor = groups.flags;
  flagKey = key;
  const parts = places.flatMap((one, i) =>
    (controls[i] && controls[i] !== app.board?.held[one.hex] ? [flag(one.hex, controls[i] ?? "", one.kind)] : []));
  groups.flags.replaceChildren(...parts, ...ruins.map(ruin));
  groups.top.querySelectorAll(".marker").forEach((marker) => marker.remove());
  markers.forEach(({ name, hex, used }, i) => {
    const [x, y] = middle(hex);
    const marker = markerPiece(name, used);
    const before = markers.slice(0, i).filter((other) => other.hex === hex).length;
    const aside = app.stack(hex).length ? [-33, 22 - 30 * before] : [34 * before, 4];
    marker.setAttribute("transform", `translate(${x + (aside[0] ?? 0)} ${y + (aside[1] ?? 0)})`);
    groups.top.prepend(marker);
  });
}

/**
 * Who holds a place: a little flag, square for one side and swallow-tailed for the other.
 * @param {string} hex
 * @param {string} side
 * @param {string} kind
 */
function flag(hex, side, kind) {
  const [x, y] = middle(hex);
  const cloth = sideNumber(side) === 0 ? "M0-30H18V-18H0Z" : "M0-30H19L14-24 19-18H0Z";
  return s(
    "g",
    { class: `flag side${sideNumber(side)} ${kind}`, transform: `translate(${x + 24} ${y - 6})` },
    s("title", {}, `${capital(side)} control`),
    s("path", { class: "pole", d: "M0-31V-6" }),
    s("path", { class: "cloth", d: cloth }),
  );
}

/** A fortification that is destroyed: crossed out where it is printed. @param {string} hex */
function ruin(hex) {
  const [x, y] = middle(hex);
  return s("path", { class: "ruin", transform: `translate(${x - 36} ${y + 13})`, d: "M-9-8 9 8M9-8-9 8" },
    s("title", {}, "destroyed fortification"));
}

// The fan ----------------------------------------------------------------------------------------

/** @type {string | null} */
let fan = null;
let looking = 0;
/** @type {SVGGElement | null} */
let fanGroup = null;

/** Fan a stack out when the pointer rests on it. */
function lookCloser() {
  clearTimeout(looking);
  const hex = app.hovered;
  if (hex === fan && fan) return;
  if (!hex || !worthFanning(hex)) {
    looking = window.setTimeout(closeFan, LOOK);
    return;
  }
  looking = window.setTimeout(() => fan !== hex && openFan(hex), LOOK);
}

/**
 * Whether a stack is fanned out when one looks at it.
 * @param {string} hex
 */
export function worthFanning(hex) {
  const stack = app.stack(hex);
  if (stack.length + (stack[0]?.hidden ?? 0) < 2) return false;
  const planned = app.view?.planned;
  const moving = app.mine && app.decision?.by === "group";
  return !moving || planned?.hex === hex; // while units move, other hexes are where they go
}

/** Whether a hex is fanned out. @param {string} hex */
export function fanned(hex) {
  return fan === hex;
}

/**
 * Fan a stack out now; with `focus` the keyboard goes to its counters.
 * @param {string} hex
 * @param {boolean} focus
 */
export function fanAt(hex, focus) {
  if (!app.stack(hex).length) return;
  clearTimeout(looking);
  openFan(hex);
  if (focus) /** @type {SVGElement | null} */ (fanGroup?.querySelector("[data-unit]"))?.focus();
}

export function closeFan() {
  fan = null;
  fanGroup?.remove();
  fanGroup = null;
}

/** @param {string} hex */
function openFan(hex) {
  const focused = fanGroup?.querySelector(":focus")?.getAttribute("data-unit");
  closeFan();
  const units = app.stack(hex).filter((unit) => !travelling.has(unit.id));
  const top = units[0];
  if (!top) return;
  fan = hex;
  const hidden = units.reduce((sum, unit) => sum + (unit.hidden ?? 0), 0);
  const states = live();
  const [x, y] = middle(hex);
  const step = 62;
  const total = units.length + hidden;
  const usable = units.filter((unit) => states.has(unit.id));
  const all = usable.length > 1;
  const width = total * step + (all ? 46 : 0) + 10;
  const group = s("g", { class: "fan", "data-fan": hex, transform: `translate(${x} ${y + SINK})` });
  const inner = s("g", { class: "hand" });
  group.append(inner);
  inner.append(
    s("path", { class: "bridge", d: "M-36-34H36V34H-36Z" }),
    s("rect", { class: "plate", x: -36, y: -38, width: width + 8, height: 80, rx: 10 }),
  );
  units.forEach((unit, i) => {
    const counter = s("g", {
      class: `held ${states.get(unit.id) ?? ""}`,
      transform: `translate(${i * step} 0)`,
      "data-unit": unit.id,
      tabindex: "0",
      role: "button", // named by what is printed on it
    });
    counter.append(face(unit));
    if (states.has(unit.id)) {
      counter.append(s("rect", { class: "ring", x: -31, y: -31, width: 62, height: 62, rx: 8 }));
    }
    if (i > 0 && app.offered("top", unit.id).length) counter.append(toTop(unit.id));
    inner.append(counter);
  });
  for (let i = units.length; i < total; i++) {
    const counter = back(top.side);
    counter.setAttribute("transform", `translate(${i * step} 0)`);
    inner.append(counter);
  }
  if (all) {
    inner.append(
      s("g", {
          class: "whole", transform: `translate(${total * step - 6} 0)`, "data-command": "all",
          tabindex: "0", role: "button",
        },
        s("rect", { x: -22, y: -16, width: 44, height: 32, rx: 16 }),
        s("title", {}, "The whole stack"),
        s("text", { y: 5 }, "All")),
    );
  }
  inner.addEventListener("keydown", (event) => onFanKey(event, hex));
  fanGroup = group;
  groups.top.append(group);
  if (focused) {
    const again = units.some((unit) => unit.id === focused) ? focused : top.id;
    /** @type {SVGElement | null} */ (group.querySelector(`[data-unit="${again}"]`))?.focus();
  }
}

/** @param {string} id */
function toTop(id) {
  return s(
    "g",
    { class: "totop", transform: "translate(0 -36)", "data-command": `top ${id}`, role: "button" },
    s("title", {}, "Put on top of the stack"),
    s("rect", { x: -13, y: -8, width: 26, height: 16, rx: 8 }),
    s("path", { d: "M-5 2.5 0-3 5 2.5" }),
  );
}

/**
 * @param {KeyboardEvent} event
 * @param {string} hex
 */
function onFanKey(event, hex) {
  const held = [...(fanGroup?.querySelectorAll("[tabindex]") ?? [])];
  const at = held.indexOf(/** @type {Element} */ (document.activeElement));
  const next = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (next) /** @type {SVGElement} */ (held[(at + next + held.length) % held.length])?.focus();
  else if (event.key === "Enter" || event.key === " ") {
    const unit = held[at]?.getAttribute("data-unit") ?? null;
    const command = held[at]?.getAttribute("data-command") ?? null;
    app.emit("fan", { hex, unit, command, all: event.shiftKey, touch: false });
  } else if (event.key === "Escape") {
    closeFan();
    document.getElementById("map")?.focus();
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

/** @param {{hex: string, unit: string | null, command: string | null, all: boolean, touch: boolean}} click */
function onFan({ hex, unit, command, all, touch }) {
  if (command?.startsWith("top ")) {
    void app.choose([["top", command.slice(4)]]);
  } else {
    const whole = all || command === "all";
    const top = app.stack(hex)[0]?.id ?? null;
    app.emit("act", { hex, unit: unit ?? top, all: whole, exact: true, touch });
  }
}
