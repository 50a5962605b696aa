// @ts-check
/** Overlays on the map: zones, supply, control, reach. The engine computes each of them. */

import { app } from "../app.js";
import { sideNumber } from "../map/counters.js";
import { capital, h } from "./parts.js";

/** @typedef {import("../types.js").HexMark} HexMark */
/** @typedef {import("../types.js").SupplyLine} SupplyLine */

/**
 * @typedef {object} Overlay
 * @property {string} name
 * @property {string} key
 * @property {() => string} title
 * @property {string} explain
 * @property {boolean} [replay] whether it can be shown for a replayed moment too
 * @property {() => Promise<string> | string} show draws it; a sentence about what is seen
 */

const own = () => app.side ?? app.board?.sides[0] ?? "";
const enemy = () => app.board?.sides.find((side) => side !== own()) ?? "";

/** @type {Overlay[]} */
export const OVERLAYS = [
  {
    name: "zoc-own",
    key: "z",
    title: () => (app.side ? "My zones of control" : `${capital(own())} zones of control`),
    explain: "The hexes this side's units dominate.",
    show: () => zone("zoc-own", own()),
  },
  {
    name: "zoc-enemy",
    key: "x",
    title: () => (app.side ? "Enemy zones of control" : `${capital(enemy())} zones of control`),
    explain: "Where your units must stop.",
    show: () => zone("zoc-enemy", enemy()),
  },
  {
    name: "supply",
    key: "s",
    title: () => app.board?.supply.title ?? "Supply",
    explain: "Where a line is open, its sources, where the enemy cuts it; units that are cut off, and the line of the selected unit.",
    show: supply,
  },
  {
    name: "control",
    key: "c",
    title: () => "Control",
    explain: "Who holds the ground.",
    replay: true,
    show: control,
  },
  {
    name: "threat",
    key: "y",
    title: () => (app.side ? "Enemy threat" : `${capital(enemy())} threat`),
    explain: "Where the enemy units that you see can come in their next move, and with what; river dice are left out.",
    show: threat,
  },
  {
    name: "reach-enemy",
    key: "r",
    title: () => "Reach of the selected unit",
    explain: "Select an enemy counter: how far it could come in its next move.",
    show: reach,
  },
];

/**
 * @param {string} layer
 * @param {string} side
 */
async function zone(layer, side) {
  const reply = await app.ask("zoc", { side });
  if (!reply.ok) return refused(reply);
  app.showHexes(layer, reply.hexes, layer);
  return `${reply.hexes.length} hexes.`;
}

async function supply() {
  /** @type {Map<string, HexMark>} */
  const marks = new Map();
  /** @type {Map<string, HexMark>} */
  const net = new Map();
  /** @type {Record<string, SupplyLine>} */
  const lines = {};
  for (const side of app.board?.sides ?? []) {
    const reply = await app.ask("supply", { side });
    if (!reply.ok) return refused(reply);
    Object.assign(lines, reply.units);
    if (side !== own()) continue;
    for (const hex of reply.network ?? []) net.set(hex, {});
    for (const hex of reply.sources ?? []) net.set(hex, { className: "source" });
    for (const hex of reply.cuts ?? []) net.set(hex, { className: "cut", label: "✕" });
  }
  app.showHexes("supply-net", net, "supply-net");
  const grades = Object.keys(app.board?.supply.grades ?? {}); // the best first
  /** @type {number[]} */
  const counted = grades.map(() => 0);
  /** @type {Map<string, number>} */
  const worst = new Map();
  let out = 0;
  for (const [id, line] of Object.entries(lines)) {
    const hex = app.unit(id)?.hex;
    if (!hex) continue;
    if (!line.supplied) out += 1;
    const grade = grades.indexOf(line.state);
    if (grade >= 0) {
      counted[grade] = (counted[grade] ?? 0) + 1;
      worst.set(hex, Math.max(grade, worst.get(hex) ?? 0));
    } else if (!line.supplied) marks.set(hex, { className: "danger", title: `${id}: ${line.state}` });
  }
  for (const [hex, grade] of worst) {
    const words = app.board?.supply.grades?.[grades[grade] ?? ""] ?? "";
    marks.set(hex, { className: `grade${grade}`, title: words, label: words.slice(0, 1).toUpperCase() });
  }
  app.showHexes("supply", marks, grades.length ? "grades" : "danger");
  const chosen = selectedUnit();
  const line = chosen ? lines[chosen.id] : undefined;
  app.showPaths("supply-path", line?.path ? [line.path] : [], "supply");
  const tally = grades.map((grade, i) => `${counted[i]} ${i === 0 ? (counted[0] === 1 ? "unit in " : "units in ") : i + 1 < grades.length ? "in " : ""}${app.board?.supply.grades?.[grade]}`).join(", ");
  const cut = tally ? `${capital(tally)}.` : out === 0 ? "Nobody is cut off." : `Cut off: ${out} ${out === 1 ? "unit" : "units"}.`;
  if (!chosen || !line) return `${cut} Select a unit to see its supply line.`;
  const graded = app.board?.supply.grades?.[line.state];
  if (graded) return `${cut} ${chosen.name}: ${graded}${line.path ? `, ${line.path[0]} to ${line.path[line.path.length - 1]}` : ", no line"}.`;
  if (!line.path) return `${cut} ${chosen.name} has no supply line.`;
  return `${cut} The supply line of ${chosen.name} runs from ${line.path[0]} to ${line.path[line.path.length - 1]}.`;
}

/** Where the whole enemy army can come, with how many attack factors. */
async function threat() {
  const reply = await app.ask("threat", { side: enemy() });
  if (!reply.ok) return refused(reply);
  const most = Math.max(1, ...Object.values(reply.hexes).map((one) => one.attack));
  /** @type {Map<string, HexMark>} */
  const marks = new Map();
  for (const [hex, one] of Object.entries(reply.hexes)) {
    const grade = Math.min(3, Math.floor((4 * one.attack) / most));
    marks.set(hex, { className: `grade${grade}`, label: `${one.attack}·${one.units.length}`, title: one.units.map((id) => app.nameOf(id)).join(", ") });
  }
  app.showHexes("threat", marks, "threat");
  return `${marks.size} hexes within reach. The numbers are the attack factors that can gather there and, below, of how many units.`;
}

function control() {
  /** @type {Map<string, HexMark>} */
  const marks = new Map();
  /** @type {Record<string, number>} */
  const held = {};
  for (const [hex, state] of Object.entries(app.view?.hexes ?? {})) {
    if (!state.control) continue;
    marks.set(hex, { className: `control-${sideNumber(state.control)}` });
    held[state.control] = (held[state.control] ?? 0) + 1;
  }
  app.showHexes("control", marks, "control");
  return Object.entries(held).map(([side, n]) => `${capital(side)} ${n}`).join(", ") + " hexes.";
}

async function reach() {
  const unit = selectedUnit();
  if (!unit) {
    app.clearLayer("reach-enemy");
    return "Select a counter on the map.";
  }
  const reply = await app.ask("reach", { units: [unit.id] });
  if (!reply.ok) return refused(reply);
  /** @type {Map<string, HexMark>} */
  const marks = new Map();
  for (const [hex, way] of Object.entries(reply.hexes)) {
    const sure = way.chance >= 1;
    marks.set(hex, { label: sure ? String(way.points) : `${Math.round(100 * way.chance)}%` });
  }
  app.showHexes("reach-enemy", marks, "reach-enemy");
  return `${unit.name} reaches ${marks.size} hexes.`;
}

function selectedUnit() {
  const chosen = app.selected;
  if (!chosen) return null;
  return (chosen.unit && app.unit(chosen.unit)) || (app.stack(chosen.hex)[0] ?? null);
}

/** @param {import("../types.js").Reply} reply */
function refused(reply) {
  return reply.error?.message ?? "The server does not answer.";
}

/** @type {Set<string>} */
const shown = new Set();

/** The overlay that has just been switched on: what it says is told beside the map too. */
let fresh = "";

/** Switch an overlay on or off. @param {string} name */
export function toggle(name) {
  if (shown.has(name)) shown.delete(name);
  else {
    shown.add(name);
    fresh = name;
  }
  app.emit("overlays");
}

/** @param {HTMLElement} element */
export function mount(element) {
  const lines = OVERLAYS.map((overlay) => {
    const says = h("span", { class: "overlay-says" });
    const title = h("span", { class: "overlay-title" });
    const switcher = h(
      "button",
      { type: "button", class: "overlay", "aria-pressed": "false", onclick: () => toggle(overlay.name) },
      h("i", { class: `swatch ${overlay.name}`, "aria-hidden": "true" }),
      title,
      h("kbd", {}, overlay.key),
    );
    return { overlay, says, title, switcher, turn: 0 };
  });
  element.classList.add("panel", "overlays");
  element.append(
    h("p", { class: "note" }, "What is shown follows the game as it goes on."),
    ...lines.map(({ overlay, says, switcher }) =>
      h("div", { class: "overlay-line" }, switcher, h("p", {}, overlay.explain, " ", says)),
    ),
  );

  /** @param {Overlay} overlay */
  function clear(overlay) {
    app.clearLayer(overlay.name);
    if (overlay.name === "supply") for (const layer of ["supply-path", "supply-net"]) app.clearLayer(layer);
  }

  /** @param {(name: string) => boolean} [which] */
  function draw(which = () => true) {
    for (const line of lines) {
      const { overlay } = line;
      line.title.textContent = overlay.title();
      const on = shown.has(overlay.name);
      const possible = app.mode === "play" || (app.mode === "replay" && !!overlay.replay);
      line.switcher.setAttribute("aria-pressed", String(on));
      line.switcher.disabled = !possible;
      if (!which(overlay.name)) continue;
      const turn = ++line.turn;
      if (!on || !possible || !app.view) {
        clear(overlay);
        line.says.textContent = on && !possible ? "Only at the present moment." : "";
        continue;
      }
      void Promise.resolve(overlay.show()).then((text) => {
        if (turn === line.turn) {
          line.says.textContent = text;
          if (fresh === overlay.name && !element.offsetParent) app.flash(`${overlay.title()}: ${text}`);
          if (fresh === overlay.name) fresh = "";
        }
        else if (!shown.has(overlay.name)) clear(overlay);
      });
    }
  }

  app.on("overlays", () => draw());
  app.on("state", () => draw());
  app.on("mode", () => draw());
  app.on("select", () => draw((name) => name === "supply" || name === "reach-enemy"));
  draw();
}
