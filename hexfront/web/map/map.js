// @ts-check
/** The map: the printed picture, pan and zoom, which hex the pointer is on, and clicks. */

import { app } from "../app.js";
import { byId, h, s } from "../lib/dom.js";
import { describe, hexAt, middle, neighbour } from "./geometry.js";
import { mountGround } from "./ground.js";
import { mountLayers } from "./layers.js";
import { paper, sharpen, showPaper } from "./paper.js";
import { mountSectors } from "./sectors.js";
import { mountNames } from "./names.js";
import { closeFan, fanAt, fanned, mountStacks, worthFanning } from "./stacks.js";

const CLOSEST = 2.4;
const DETAIL = 0.44;
/** From this scale on the counters have all their print. */
const GROWS = 0.75;
/** Below this scale counters grow, until they fill their hexes. */
const LARGEST = 1.34;
const NUMBERS = 0.8;
/** From this scale on hexes have their numbers. */
const COUNTER = 33;
/** How far from the middle of a hex a click still hits its counters. */

/** What is seen: the scale, and where the picture's corner lies in the window. */
const eye = { scale: 0.5, x: 0, y: 0 };
let widest = 0.2;
/** @type {HTMLElement} */
let port;
/** @type {HTMLElement} */
let world;
/** @type {SVGSVGElement} */
let over;
let resting = 0;
/** The scale whose details are shown. */
let detailed = 0;
let fitted = "";
/** Whether the map has had its first sight. */
let looked = false;
/** @type {SVGGElement | null} */
let numbers = null;

/** Build the map of the open board. */
export function mountMap() {
  port = byId("map");
  mountZoomButtons();
  port.addEventListener("wheel", onWheel, { passive: false });
  port.addEventListener("pointerdown", onDown);
  port.addEventListener("pointermove", onMove);
  port.addEventListener("pointerup", onUp);
  port.addEventListener("pointercancel", onCancel);
  port.addEventListener("pointerleave", (event) => {
    if (pointers.size === 0 && event.pointerType !== "touch") app.hover(null);
  });
  port.addEventListener("keydown", onKey);
  port.addEventListener("contextmenu", (event) => event.preventDefault());
  new ResizeObserver(() => app.table && clamp() && apply()).observe(port);
  app.on("centre", (hex) => centre(hex));
  app.on("bring", bring);
  app.on("sheet", () => requestAnimationFrame(settle));
  app.on("mode", () => app.mode !== "lobby" && open());
  app.on("hover", onHover);
  app.on("cursor", (hex) => moveCursor(hex));
}

/** Lay out the board of the game that has been opened. */
function open() {
  const board = app.board;
  if (!board || fitted === app.table) return;
  fitted = app.table ?? "";
  looked = false;
  detailed = 0;
  const [x, y, width, height] = board.viewBox;
  over = s("svg", {
    class: "over",
    viewBox: `${x} ${y} ${width} ${height}`,
    width,
    height,
  });
  world = h("div", { class: "world" }, paper(`/api/board/${board.game}/map.svg?scenario=${encodeURIComponent(board.scenario)}`, width, height), over);
  world.style.width = `${width}px`;
  world.style.height = `${height}px`;
  port.replaceChildren(world);
  // Screen readers hear what lies in a hex from the cursor; in the picture only the fan can be focused.
  const layer = (/** @type {string} */ name) =>
    over.appendChild(s("g", { class: name, "aria-hidden": name === "top" ? null : "true" }));
  const under = layer("under");
  const ground = layer("ground");
  const flags = layer("flags");
  const lines = layer("lines");
  const counters = layer("counters");
  const names = layer("names");
  const sectors = layer("sectors"); // a name under an aircraft is not read into it
  const labels = layer("labels");
  const top = layer("top");
  numbers = s("g", { class: "numbers", display: "none", "aria-hidden": "true" });
  over.prepend(numbers);
  setTimeout(writeNumbers, 1500);
  mountLayers(under, lines, labels);
  mountGround(ground);
  mountSectors(sectors);
  mountStacks(flags, counters, top);
  mountNames(names);
  requestAnimationFrame(() => first());
}

/** The first sight: the whole map if it can be read, else the part where the own units are. */
function first() {
  limits();
  eye.scale = Math.max(widest, 0.46);
  const ours = (/** @type {{side: string}} */ unit) => unit.side === (app.side ?? unit.side);
  const there = (app.view?.units ?? []).filter(ours).map((unit) => unit.hex);
  const due = (app.view?.off_map.to_place ?? []).map((id) => app.board?.units[id]?.hex);
  const points = [...there, ...due].flatMap((hex) => (hex ? [middle(hex)] : []));
  if (points.length) {
    const mean = (/** @type {0 | 1} */ i) =>
      points.reduce((sum, point) => sum + point[i], 0) / points.length;
    look(mean(0), mean(1));
  } else fit();
  looked = true;
  apply();
  detail();
}

// What is seen -----------------------------------------------------------------------------------

function limits() {
  const [, , width, height] = app.board?.viewBox ?? [0, 0, 1, 1];
  widest = Math.min((port.clientWidth - covered()) / width, (port.clientHeight - below()) / height); // beside the sheet
}

/** Keep the map in the window. */
function clamp() {
  if (!app.board) return false;
  limits();
  const [, , width, height] = app.board.viewBox;
  eye.scale = Math.min(CLOSEST, Math.max(widest, eye.scale));
  /** @type {(room: number, size: number, at: number, extra: number) => number} */
  const free = (room, size, at, extra) => {
    const slack = Math.min(24, Math.max(0, room) / 6); // a little beyond the edge
    if (size + extra <= room + 1) return extra + (room - extra - size) / 2;
    return Math.min(slack + extra, Math.max(room - size - slack, at));
  };
  eye.x = free(port.clientWidth, width * eye.scale, eye.x, covered());
  eye.y = free(port.clientHeight - below(), height * eye.scale, eye.y, 0);
  return true;
}

/** How much of the window's left the sheet covers. */
function covered() {
  const sheet = byId("sheet");
  return sheet.hidden || lies(sheet) ? 0 : sheet.offsetLeft + sheet.offsetWidth;
}

/** How much it covers at the bottom, on a small screen. */
function below() {
  const sheet = byId("sheet");
  return sheet.hidden || !lies(sheet) ? 0 : port.clientHeight - sheet.offsetTop;
}

/** Whether the sheet lies along the bottom. @param {HTMLElement} sheet */
function lies(sheet) {
  return sheet.offsetWidth > port.clientWidth * 0.7;
}

/** Show what `eye` sees: moved as a picture, drawn anew when it rests. */
function apply() {
  if (!world) return;
  clamp();
  world.classList.add("moving");
  world.style.transform = `translate(${eye.x}px, ${eye.y}px) scale(${eye.scale})`;
  clearTimeout(resting);
  resting = window.setTimeout(rest, 180);
}

/** The map has come to rest: counters are drawn as this scale wants them, later the paper. */
function rest() {
  detail();
  world.classList.remove("moving");
  resting = window.setTimeout(restLonger, 300);
}

/** What can be read at this scale. Not done on the way: every change draws the whole board again. */
function detail() {
  if (detailed === eye.scale) return;
  detailed = eye.scale;
  port.dataset.zoom = eye.scale < DETAIL ? "far" : "near";
  const grow = Math.min(LARGEST, Math.max(1, GROWS / eye.scale));
  port.style.setProperty("--grow", String(grow));
  app.emit("zoom", grow);
  port.style.setProperty("--inverse", String(Math.max(1, 0.85 / eye.scale)));
  showNumbers(eye.scale >= NUMBERS);
  showPaper(eye.scale);
}

function restLonger() {
  const { scale } = eye;
  sharpen(scale, -eye.x / scale, -eye.y / scale, port.clientWidth / scale, port.clientHeight / scale);
}

/** @param {boolean} shown */
function showNumbers(shown) {
  if (shown) {
    writeNumbers();
    numbers?.removeAttribute("display");
  } else numbers?.setAttribute("display", "none");
}

/** Write the hex numbers, once, when there is time or they are wanted. */
function writeNumbers() {
  if (!numbers || numbers.firstChild) return;
  for (const [hex, [x, y]] of Object.entries(app.board?.hexes ?? {})) {
    numbers.append(s("text", { x, y: y - 33.5 }, hex));
  }
}

/**
 * Zoom round a point of the window.
 * @param {number} factor
 * @param {number} [x]
 * @param {number} [y]
 */
export function zoom(factor, x = port.clientWidth / 2, y = port.clientHeight / 2) {
  const scale = Math.min(CLOSEST, Math.max(widest, eye.scale * factor));
  const ratio = scale / eye.scale;
  eye.x = x - (x - eye.x) * ratio;
  eye.y = y - (y - eye.y) * ratio;
  eye.scale = scale;
  apply();
}

/**
 * @param {number} dx
 * @param {number} dy
 */
export function pan(dx, dy) {
  eye.x += dx;
  eye.y += dy;
  apply();
}

/** Show the whole map. */
export function fit() {
  limits();
  eye.scale = widest;
  apply();
}

/**
 * Bring a point of the picture to the middle of the window.
 * @param {number} x
 * @param {number} y
 */
function look(x, y) {
  const [left, top] = app.board?.viewBox ?? [0, 0];
  eye.x = port.clientWidth / 2 - (x - left) * eye.scale;
  eye.y = port.clientHeight / 2 - (y - top) * eye.scale;
}

/**
 * Bring a hex into sight; nothing moves if it is well in sight already.
 * @param {string} hex
 */
export function centre(hex) {
  if (!app.board?.hexes[hex] || !world || inSight(hex)) return;
  look(...middle(hex));
  eye.x += covered() / 2;
  eye.y -= below() / 2;
  glide();
}

function glide() {
  clamp();
  world.classList.add("gliding");
  apply();
  setTimeout(() => world.classList.remove("gliding"), 320);
}

/** The sheet was opened or closed: no strip beside the map stays empty that only lay beside the sheet. */
function settle() {
  if (!looked || !app.board) return;
  const { scale, x, y } = eye;
  clamp();
  if (scale !== eye.scale || x !== eye.x || y !== eye.y) glide();
}

/** Whether a hex is well in sight: in the window, beside the sheet. @param {string} hex */
function inSight(hex) {
  const [x, y] = toWindow(...middle(hex));
  const margin = Math.min(port.clientWidth, port.clientHeight) * 0.12;
  return x > margin + covered() && y > margin &&
    x < port.clientWidth - margin && y < port.clientHeight - below() - Math.min(margin, (port.clientHeight - below()) / 5);
}

/**
 * Bring one of some hexes into sight, the nearest, where none of them is; it is not met while the map is not laid out.
 * @param {{hexes: string[], met: boolean}} wish
 */
function bring(wish) {
  const { hexes } = wish;
  if (!looked || !hexes.length) return;
  wish.met = true;
  if (hexes.some(inSight)) return;
  const box = port.getBoundingClientRect();
  const [x, y] = toMap({ clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 });
  const away = (/** @type {string} */ hex) => Math.hypot(middle(hex)[0] - x, middle(hex)[1] - y);
  centre(hexes.reduce((best, hex) => (away(hex) < away(best) ? hex : best)));
}

/**
 * @param {number} x
 * @param {number} y
 * @returns {[number, number]}
 */
function toWindow(x, y) {
  const [left, top] = app.board?.viewBox ?? [0, 0];
  return [eye.x + (x - left) * eye.scale, eye.y + (y - top) * eye.scale];
}

/**
 * The point of the screen where a hex lies, or will when the map has glided there.
 * @param {string} hex
 * @returns {[number, number]}
 */
export function onScreen(hex) {
  const box = port.getBoundingClientRect();
  const [x, y] = toWindow(...middle(hex));
  return [box.left + x, box.top + y];
}

/**
 * The point of the picture under a point of the screen.
 * @param {{clientX: number, clientY: number}} event
 * @returns {[number, number]}
 */
function toMap(event) {
  const box = port.getBoundingClientRect();
  const [left, top] = app.board?.viewBox ?? [0, 0];
  return [
    (event.clientX - box.left - eye.x) / eye.scale + left,
    (event.clientY - box.top - eye.y) / eye.scale + top,
  ];
}

// Pointer ----------------------------------------------------------------------------------------

/** @type {Map<number, {x: number, y: number}>} */
const pointers = new Map();
let travelled = 0;

/** @param {WheelEvent} event */
function onWheel(event) {
  event.preventDefault();
  const box = port.getBoundingClientRect();
  const lines = event.deltaMode === 1 ? 18 : 1;
  if (event.shiftKey && !event.ctrlKey) return pan(-event.deltaY * lines, 0);
  const speed = event.ctrlKey ? 0.012 : 0.0016; // a pinch on a touchpad comes with ctrl
  zoom(Math.exp(-event.deltaY * lines * speed), event.clientX - box.left, event.clientY - box.top);
}

/** @param {PointerEvent} event */
function onDown(event) {
  if (event.button > 1) return;
  if (pointers.size === 0) travelled = 0;
  pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
}

/** @param {PointerEvent} event */
function onMove(event) {
  const last = pointers.get(event.pointerId);
  if (!last) {
    if (event.pointerType !== "touch") point(event);
    return;
  }
  const dx = event.clientX - last.x;
  const dy = event.clientY - last.y;
  travelled += Math.abs(dx) + Math.abs(dy);
  if (travelled < 6) return;
  if (!port.hasPointerCapture(event.pointerId)) port.setPointerCapture(event.pointerId);
  port.classList.add("dragged");
  if (pointers.size === 1) {
    pan(dx, dy);
  } else if (pointers.size === 2) {
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) pinch(last, event, other);
  }
  last.x = event.clientX;
  last.y = event.clientY;
}

/**
 * @param {{x: number, y: number}} last
 * @param {PointerEvent} now
 * @param {{x: number, y: number}} other
 */
function pinch(last, now, other) {
  const box = port.getBoundingClientRect();
  const before = Math.hypot(last.x - other.x, last.y - other.y);
  const after = Math.hypot(now.clientX - other.x, now.clientY - other.y);
  pan((now.clientX - last.x) / 2, (now.clientY - last.y) / 2);
  if (before > 1) {
    const x = (now.clientX + other.x) / 2 - box.left;
    const y = (now.clientY + other.y) / 2 - box.top;
    zoom(after / before, x, y);
  }
}

/** @param {PointerEvent} event */
function onUp(event) {
  const known = pointers.delete(event.pointerId);
  if (pointers.size === 0) port.classList.remove("dragged");
  if (known && travelled < 6 && pointers.size === 0) click(event);
}

/** @param {PointerEvent} event */
function onCancel(event) {
  pointers.delete(event.pointerId);
  travelled = 99;
  port.classList.remove("dragged");
}

/** @param {PointerEvent} event */
function point(event) {
  const target = /** @type {Element} */ (event.target);
  const fan = target.closest("[data-fan]");
  app.hover(fan ? (fan.getAttribute("data-fan") ?? null) : hexAt(...toMap(event)));
  const unit = fan && target.closest("[data-unit]")?.getAttribute("data-unit");
  if (unit) app.emit("look", unit);
}

/** @param {PointerEvent} event */
function click(event) {
  const target = /** @type {Element} */ (event.target);
  const touch = event.pointerType === "touch";
  const all = event.shiftKey;
  const button = target.closest("[data-unit], [data-command]");
  if (button) {
    const hex = button.closest("[data-fan]")?.getAttribute("data-fan") ?? "";
    app.emit("fan", {
      hex,
      unit: button.getAttribute("data-unit"),
      command: button.getAttribute("data-command"),
      all,
      touch,
    });
    return;
  }
  const [x, y] = toMap(event);
  const hex = hexAt(x, y);
  if (!hex) return;
  moveCursor(null);
  const [hx, hy] = middle(hex);
  const stack = app.stack(hex);
  const onCounter = Math.max(Math.abs(x - hx), Math.abs(y - hy)) <= COUNTER;
  const unit = onCounter ? (stack[0]?.id ?? null) : null;
  if (touch && onCounter && worthFanning(hex) && !fanned(hex) && !(app.mine && app.decision?.sectors)) {
    fanAt(hex, false); // a tap looks first, as the pointer does by resting
    return;
  }
  if (touch && !fanned(hex)) closeFan();
  app.emit("act", { hex, unit, all, exact: false, touch });
}

// Keyboard ---------------------------------------------------------------------------------------

/** @type {string | null} */
let cursor = null;

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  /** @type {Record<string, "up" | "down" | "left" | "right">} */
  const arrows = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };
  const arrow = arrows[event.key];
  if (arrow && event.shiftKey) {
    const step = { up: [0, 90], down: [0, -90], left: [90, 0], right: [-90, 0] }[arrow];
    pan(step[0] ?? 0, step[1] ?? 0);
  } else if (arrow) {
    const from = cursor ?? app.selected?.hex ?? hexInMiddle();
    if (from) moveCursor(cursor ? (neighbour(from, arrow) ?? from) : from);
  } else if (event.key === "Enter" && cursor) {
    const stack = app.stack(cursor);
    const unit = stack[0]?.id ?? null;
    app.emit("act", { hex: cursor, unit, all: event.shiftKey, exact: false, touch: false });
  } else if (event.key === " " && cursor) {
    fanAt(cursor, true);
  } else if (event.key === "+" || event.key === "=") zoom(1.25);
  else if (event.key === "-") zoom(0.8);
  else if (event.key === "0") fit();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** The hex under a point of the screen. @param {{clientX: number, clientY: number}} event */
export function hexUnder(event) {
  return hexAt(...toMap(event));
}

function hexInMiddle() {
  const box = port.getBoundingClientRect();
  const at = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 };
  return hexAt(...toMap(at));
}

/** @param {string | null} hex */
function moveCursor(hex) {
  cursor = hex;
  if (!hex) return app.clearLayer("cursor");
  app.showHexes("cursor", [hex], "cursor");
  centre(hex);
  app.hover(hex);
  byId("says").textContent = tell(hex);
}

/**
 * A hex and what lies in it, for those who listen.
 * @param {string} hex
 */
function tell(hex) {
  const stack = app.stack(hex);
  const marks = [...app.layers.values()]
    .map((layer) => layer.hexes?.get(hex))
    .flatMap((mark) => (mark?.label ? [mark.label.replaceAll("·", " ")] : []));
  const units = stack.map(
    (unit) =>
      `${unit.side} ${unit.name} ${unit.attack}-${unit.defence}, ${unit.steps} steps` +
      (app.board?.statuses?.[/** @type {any} */ (unit).status] ? `, ${app.board.statuses[/** @type {any} */ (unit).status]}` : "") +
      (unit.moved ? ", moved" : "") +
      (unit.supplied === false ? ", out of supply" : "") +
      (unit.hidden ? `, on ${unit.hidden} hidden` : ""),
  );
  return [describe(hex), ...units, ...marks].join(". ");
}

function onHover() {
  if (!app.hovered) return app.clearLayer("hover");
  app.showHexes("hover", [app.hovered], "hover");
}

function mountZoomButtons() {
  const button = (
    /** @type {string} */ label, /** @type {string} */ sign, /** @type {() => void} */ act,
  ) => h("button", { type: "button", "aria-label": label, title: label, onclick: act }, sign);
  byId("zoom").append(
    button("Closer", "+", () => zoom(1.3)),
    button("Farther", "−", () => zoom(1 / 1.3)),
    button("Whole map", "⤢", fit),
  );
}
