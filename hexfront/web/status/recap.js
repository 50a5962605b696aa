// @ts-check
/**
 * The recap: what the other side did in its last turn, drawn on the map and summed up on a card.
 *
 * It is made of the log as this seat may read it, so it is the same at any pace and after a reload.
 */

import { app } from "../app.js";
import { closeSheet, openSheet } from "../decisions/sheet.js";
import { byId, capital, h } from "../lib/dom.js";
import { sideNumber } from "../map/counters.js";
import { placeName } from "../map/geometry.js";
import { meaning } from "../decisions/odds.js";
import { die } from "./toast.js";

/** @typedef {import("../types.js").Entry} Entry */
/** A fight: the attack that was declared and what came of it. @typedef {{attack: Entry, after: Entry[]}} Fight */
/** @typedef {{side: string, turn: number, entries: Entry[], from: number, to: number}} Span */

const MOVES = ["move", "advance", "retreat", "probe"];
/** The recap that is on the board. @type {Span | null} */
let open = null;

export function mountRecap() {
  app.on("state", offer);
  app.on("mode", () => app.mode !== "play" && close());
  app.on("recap", () => (open ? close() : show(latest())));
  app.on("sheet", () => byId("sheet").dataset.kind !== "recap" && close());
  byId("sheet").addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !open) return;
    event.stopPropagation();
    close();
  });
}

/**
 * The side whose phase an entry belongs to, null in phases of both.
 * @param {{phase?: string, impulse?: number}} at
 */
function sideOf({ phase }) {
  return app.board?.track.find((box) => box.phases.includes(phase ?? ""))?.side ?? null;
}

/** The last phases of another side, one after the other, as they are in the log. @returns {Span | null} */
function latest() {
  const own = app.side;
  const entries = app.entries;
  let end = entries.length;
  const theirs = (/** @type {Entry | undefined} */ entry) => {
    const side = entry && sideOf(entry);
    return !!side && side !== own;
  };
  while (end > 0 && !theirs(entries[end - 1])) end -= 1;
  let start = end;
  while (start > 0 && (theirs(entries[start - 1]) || !sideOf(entries[start - 1] ?? {}))) start -= 1;
  while (start < end && !theirs(entries[start])) start += 1;
  const [first, last] = [entries[start], entries[end - 1]];
  if (!first || !last) return null;
  const span = entries.slice(start, end);
  return { side: sideOf(last) ?? "", turn: last.turn ?? 0, entries: span, from: first.number, to: last.number };
}

/** Open it by itself once the other side is done and this one is to decide; close it at the first act. */
function offer() {
  if (app.mode !== "play" || app.hotSeat || !app.side) return;
  const number = app.state?.number ?? 0;
  if (open && number !== shownAt) return close();
  if (open || !app.mine || sideOf(app.view ?? {}) === enemy()) return;
  if (app.view?.planned || app.view?.combat || !byId("sheet").hidden) return; // not over what is being done
  const span = latest();
  if (!span || known() >= span.to || !span.entries.some((entry) => told(entry))) return;
  localStorage.setItem(key(), String(span.to));
  show(span);
}

let shownAt = -1;

function enemy() {
  return app.board?.sides.find((side) => side !== app.side) ?? "";
}

function key() {
  return `hexfront.recap.${app.table}.${app.side}`;
}

/** Up to which choice a recap has been shown. */
function known() {
  return Number(localStorage.getItem(key()) ?? -1);
}

/** Whether an entry belongs on the map or on the card. @param {Entry} entry */
function told(entry) {
  return MOVES.includes(entry.what) || entry.what === "control" || !!app.board?.fights.includes(entry.what);
}

/** @param {Span | null} span */
function show(span) {
  if (!span) return app.flash("The other side has not played yet.");
  open = span;
  shownAt = app.state?.number ?? -1;
  draw(span);
  openSheet("recap", card(span));
  byId("dice").replaceChildren(); // the card has them all
  const first = fights(span)[0]?.attack.hexes[0] ?? span.entries.find((entry) => entry.hexes.length)?.hexes[0];
  if (first) app.centre(first);
}

function close() {
  if (!open) return;
  const inside = byId("sheet").contains(document.activeElement);
  open = null;
  app.clearLayer("recap");
  closeSheet("recap");
  if (inside) byId("map").focus();
}

/** Arrows where units went, crosses where they died, flags where a place changed hands. @param {Span} span */
function draw(span) {
  app.showArrows("recap", arrows(span), [...deaths(span), ...taken(span)]);
}

/**
 * The way of each unit as one arrow; those that went together, or from and to the same hexes, share one.
 * @param {Span} span
 */
function arrows(span) {
  /** @type {Map<string, {hexes: string[], side: string, lines: string[]}>} */
  const ways = new Map();
  for (const entry of span.entries.filter((one) => MOVES.includes(one.what) && one.hexes.length > 1)) {
    const side = entry.side ?? ownerOf(entry) ?? span.side;
    for (const unit of entry.units ?? [String(entry.number)]) {
      const way = ways.get(unit);
      if (way && way.hexes[way.hexes.length - 1] === entry.hexes[0]) {
        way.hexes.push(...entry.hexes.slice(1));
        way.lines.push(entry.line);
      } else ways.set(way ? `${unit} ${entry.number}` : unit, { hexes: [...entry.hexes], side, lines: [entry.line] });
    }
  }
  /** @type {Map<string, import("../types.js").Arrow>} */
  const found = new Map();
  for (const { hexes, side, lines } of ways.values()) {
    const ends = `${side} ${hexes[0]} ${hexes[hexes.length - 1]}`;
    const title = [...new Set([...(found.get(ends)?.title.split("\n") ?? []), ...lines])].join("\n");
    found.set(ends, { hexes: found.get(ends)?.hexes ?? hexes, side, title });
  }
  return [...found.values()];
}

/** @param {Entry} entry */
function ownerOf(entry) {
  return app.board?.units[entry.units?.[0] ?? ""]?.side ?? null;
}

/** The units that were eliminated, each with its entry. @param {Span} span */
function dead(span) {
  const entries = span.entries.filter((entry) => entry.what === "eliminated" && entry.hexes.length);
  return entries.flatMap((entry) => (entry.units ?? []).map((id) => ({ id, entry })));
}

/** @param {Span} span */
function deaths(span) {
  return dead(span).map(({ id, entry }) => ({
    hex: entry.hexes[0] ?? "", sign: /** @type {const} */ ("cross"), side: app.board?.units[id]?.side ?? "", title: entry.line,
  }));
}

/** The places that changed hands, each once, however many hexes it has. @param {Span} span */
function taken(span) {
  /** @type {Map<string, Entry>} */
  const last = new Map();
  for (const entry of span.entries) {
    const hex = entry.hexes[0];
    if (entry.what === "control" && hex) last.set(placeName(hex) ?? hex, entry);
  }
  return [...last.values()].map((entry) => ({
    hex: entry.hexes[0] ?? "", sign: /** @type {const} */ ("flag"), side: entry.side ?? "", title: entry.line,
  }));
}

/** The fights in order. @param {Span} span @returns {Fight[]} */
function fights(span) {
  /** @type {Fight[]} */
  const found = [];
  for (const entry of span.entries) {
    if (entry.what === "attack") found.push({ attack: entry, after: [] });
    else if (app.board?.fights.includes(entry.what)) found[found.length - 1]?.after.push(entry);
  }
  return found;
}

/**
 * How many of something.
 * @param {number} n
 * @param {string} one
 * @param {string} [many]
 */
function count(n, one, many = `${one}s`) {
  return `${n === 0 ? "no" : n} ${n === 1 ? one : many}`;
}

/** @param {Span} span */
function card(span) {
  const moved = new Set(span.entries.filter((entry) => entry.what === "move").flatMap((entry) => entry.units ?? []));
  const list = fights(span);
  const lost = dead(span);
  const losses = (/** @type {string} */ side) => {
    const ours = (/** @type {string} */ id) => app.board?.units[id]?.side === side;
    const steps = span.entries.filter((entry) => entry.what === "loss").flatMap((entry) => entry.units ?? []).filter(ours);
    const names = lost.filter(({ id }) => ours(id)).map(({ id }) => app.nameOf(id));
    return [...names, ...(steps.length ? [count(steps.length, "step")] : [])].join(", ") || "none";
  };
  const places = taken(span);
  const deeds = span.entries.filter((entry) => app.board?.deeds?.includes(entry.what));
  const explained = span.entries.filter((entry) => entry.why !== undefined);
  return h("div", { class: "recap", role: "group", "aria-label": "Recap" },
    h("p", { class: "kicker" }, `Turn ${span.turn}: what the other side did`),
    h("h2", {}, `${capital(span.side)} moves and attacks`),
    h("p", { class: "recap-sum" },
      `${capital(count(moved.size, "unit"))} moved, ${count(list.length, "attack")}. `,
      ...(app.board?.sides ?? []).map((side) => `${capital(side)} losses: ${losses(side)}. `)),
    deeds.length > 0 && h("p", { class: "recap-deeds" }, inWords(deeds)),
    places.length > 0 && h("p", { class: "recap-places" }, ...places.map(({ hex, side }) =>
      spot(`${placeName(hex) ?? hex} → ${capital(side)}`, [hex], `chip side${sideNumber(side)}`))),
    list.length > 0 && h("ol", {}, ...list.map(fightRow)),
    h("p", { class: "buttons" },
      h("button", { type: "button", class: "primary", onclick: close }, "Close", h("kbd", { "aria-hidden": "true" }, "W")),
      h("button", { type: "button", onclick: () => replay(span.from) }, "Replay it"),
      explained.length > 0 && h("button", { type: "button", onclick: () => app.emit("why", explained) }, "Why?")));
}

/** @param {number} number */
function replay(number) {
  close();
  app.emit("replay", { from: number, play: true });
}

/**
 * What followed a fight, in short: the steps of a retreat as one, and of what befell a unit on the way the last.
 * @param {Entry[]} after
 */
function summed(after) {
  /** @type {Entry[]} */
  const found = [];
  for (const entry of after) {
    const units = String(entry.units);
    const same = (/** @type {Entry} */ one) => one.what === entry.what && String(one.units) === units;
    const at = entry.what === "status" ? found.findIndex(same) : entry.what === "retreat" ? found.findLastIndex(same) : -1;
    const last = found[at];
    if (last && entry.what === "status") found.splice(at, 1);
    if (last && entry.what === "retreat" && last.hexes[last.hexes.length - 1] === entry.hexes[0]) {
      found[at] = { ...last, hexes: [...last.hexes, ...entry.hexes.slice(1)], line: last.line.replace(/ to [^,]*$/, "") + (/ to [^,]*$/.exec(entry.line)?.[0] ?? "") };
    } else found.push(entry);
  }
  return found;
}

/** @param {Fight} fight */
function fightRow({ attack, after }) {
  const hex = attack.hexes[0] ?? "";
  const result = after.find((entry) => entry.what === "result");
  const follows = after.filter((entry) => entry !== result && !["support", "air"].includes(entry.what));
  const row = h("li", { "data-seat": sideNumber(attack.side ?? ownerOf(attack) ?? "") },
    h("div", { class: "recap-head" },
      result?.die ? die(result.die) : null,
      spot(placeName(hex) ? `${placeName(hex)} (${hex})` : hex, [hex], "recap-hex"),
      h("b", {}, result?.result ?? ""),
      h("button", {
        type: "button", class: "recap-replay", "aria-label": `Replay the fight for ${placeName(hex) ?? hex}`, title: "Replay this fight",
        onclick: () => replay(attack.number),
      }, "▶")),
    h("p", {}, attack.line),
    result?.result && h("p", { class: "recap-means" }, `${result.result}: ${meaning(result.result)}.`),
    follows.length > 0 && h("p", { class: "recap-after" }, summed(follows).map((entry) => entry.line).join(" ")));
  row.addEventListener("pointerenter", () => app.showHexes("log", [hex], "focus"));
  row.addEventListener("pointerleave", () => app.clearLayer("log"));
  return row;
}

/**
 * A link that brings hexes into sight and lights them.
 * @param {string} words
 * @param {string[]} hexes
 * @param {string} className
 */
export function spot(words, hexes, className) {
  return h("button", {
    type: "button", class: className,
    onclick: () => hexes[0] && app.centre(hexes[0]),
    onfocus: () => app.showHexes("log", hexes, "focus"),
    onblur: () => app.clearLayer("log"),
    onpointerenter: () => app.showHexes("log", hexes, "focus"),
    onpointerleave: () => app.clearLayer("log"),
  }, words);
}

/** Lines that say the same of several are one: "38th Army HQ and 4th Guards Tank Corps HQ are activated." @param {Entry[]} deeds */
function inWords(deeds) {
  /** @type {Map<string, string[]>} */
  const alike = new Map();
  for (const { line } of deeds) {
    const [who, what] = line.endsWith(" is activated.") ? [line.slice(0, -14), " activated."] : ["", line];
    alike.set(what, [...(alike.get(what) ?? []), ...(who ? [who] : [])]);
  }
  return [...alike].map(([what, names]) => {
    const last = names.pop();
    return last === undefined ? what : `${names.length ? `${names.join(", ")} and ${last} are` : `${last} is`}${what}`;
  }).join(" ");
}
