// @ts-check
/**
 * Composing: choices put together one word after the other, whatever they are about.
 *
 * A verb, then a piece, a hex, a sector, a bridge or a number: what can come next is listed in the sheet and
 * highlighted on the map, and either can be clicked.
 */

import { app } from "../app.js";
import { h } from "../lib/dom.js";
import { values } from "../lib/offer.js";
import { counterIcon, printed } from "../map/counters.js";
import { bridgeEnds, bridgeName, placeName } from "../map/geometry.js";
import { sectorOf, showSectors } from "../map/sectors.js";
import { planeFacts } from "../map/signs.js";
import { play, together } from "./actions.js";
import { numberForm } from "./numbers.js";
import { passes, passing, passingButton } from "./passing.js";
import { closeSheet, openSheet } from "./sheet.js";
import { hideSubject, showSubject, subject } from "./subject.js";
import { restButton, suggestButton } from "./suggest.js";

/** @typedef {import("../types.js").Choice} Choice */
/** @typedef {import("../types.js").ButtonSpec} ButtonSpec */
/** What each word of some choices may be. @typedef {(string | number)[][]} Pattern */

/** So few choices are buttons of the prompt; more have a sheet. */
const FEW = 3;
/** More values than these are listed only when asked for. */
const MANY = 30;

/** What has been chosen of the next choice. @type {Choice | []} */
let chosen = [];
/** A hex that several choices are about. @type {string | null} */
let about = null;
/** The piece on the map that was clicked once. @type {string | null} */
let armed = null;
/** Only choices with this verb. @type {string | null} */
let only = null;
/** @type {Pattern[]} */
let patterns = [];
/** The view they were read from. @type {unknown} */
let read = null;
/** What the game's query knows of pieces. @type {Record<string, any>} */
let known = {};
let asked = "";

/** Read the offer, once per view. */
function learn() {
  if (read === app.view) return;
  read = app.view;
  patterns = app.offer.flatMap((item) => {
    if (Array.isArray(item)) return [item.map((word) => [word])];
    return "product" in item ? [[[item.verb], ...item.product.map(values)]] : [];
  });
  about = null;
}

/** @param {Choice | []} start */
function fitting(start) {
  return patterns.filter((pattern) =>
    pattern.length > 1 && (!only || pattern[0]?.[0] === only) &&
    start.every((word, i) => pattern[i]?.includes(word)) &&
    (!about || pattern.some((words) => words.some(isAbout))));
}

/** Whether a word is the hex that was clicked, or a bridge that ends there. @param {string | number} word */
function isAbout(word) {
  return word === about || (!!about && !!bridgeEnds(word)?.includes(about));
}

/**
 * What can come after the first words of a choice.
 * @param {Choice | []} start
 * @returns {(string | number)[]}
 */
function following(start) {
  const next = [...new Set(fitting(start).flatMap((pattern) => pattern[start.length] ?? []))];
  return about && next.every((word) => bridgeEnds(word)) ? next.filter(isAbout) : next;
}

/** The first words of the next choice, with those that go without saying. @returns {Choice | []} */
function begun() {
  if (chosen.length && !fitting(chosen).length) chosen = [];
  let start = chosen;
  for (;;) {
    const next = following(start);
    const last = fitting(start).every((pattern) => pattern.length <= start.length + 1);
    if (next.length !== 1 || last) return start;
    start = /** @type {Choice} */ ([...start, next[0]]);
  }
}

/** All choices, if there are few. @returns {Choice[] | null} */
function few() {
  const found = fitting([]);
  const size = found.reduce((sum, pattern) => sum + pattern.reduce((product, words) => product * words.length, 1), 0);
  if (size > FEW || app.decision?.query || app.decision?.numbers || app.decision?.sectors) return null;
  return found.flatMap((pattern) => pattern.reduce(
    (/** @type {any[]} */ heads, words) => heads.flatMap((head) => words.map((word) => [...head, word])), [[]]));
}

/** Whether numbers are sectors here. */
const bySector = () => !!app.decision?.sectors;

/**
 * Take the next word; with the last one the choice is made.
 * @param {string | number} word
 * @param {Choice | []} [start]
 */
async function say(word, start = begun()) {
  const next = /** @type {Choice} */ ([...start, word]);
  const whole = fitting(next).some((pattern) => pattern.length === next.length);
  chosen = whole ? [] : next;
  if (whole) {
    about = null;
    await play([next]);
  } else refresh();
}

function refresh() {
  composing.show();
  app.emit("live");
  app.emit("buttons");
}

/** @param {Choice | []} next */
function back(next) {
  chosen = next;
  about = null;
  refresh();
}

/** The decision that was shown last. */
let last = "";

/** Whether this decision has just come up, with nothing done in it yet: only then is it passed by itself. */
function arrived() {
  const now = [app.table, app.view?.turn, app.view?.phase, app.view?.decision?.kind, app.view?.combat?.target].join(" ");
  const fresh = now !== last && !app.state?.secret && !only;
  last = now;
  return fresh || passing();
}

/** Ask the game what it knows of the pieces. */
async function learnMore() {
  const name = app.decision?.query;
  const now = `${app.table} ${app.state?.version} ${name}`;
  if (!name || asked === now) return;
  asked = now;
  const reply = await app.ask("query", { name });
  if (asked !== now || !reply.ok) return;
  known = /** @type {Record<string, any>} */ (reply.found);
  if (app.decision?.query === name) composing.show();
}

/** The sector each aircraft is in, or is planned to be. @returns {Record<string, number | null>} */
function aloft() {
  const planned = /** @type {Record<string, {sector: number | null}>} */ (known.aircraft ?? {});
  const now = /** @type {Record<string, number | null>} */ (app.value("sectors") ?? {});
  return { ...now, ...Object.fromEntries(Object.entries(planned).map(([id, plane]) => [id, plane.sector])) };
}

// The sheet --------------------------------------------------------------------------------------

/**
 * The words on the way to a choice: "Send Bf 109 (1) …".
 * @param {Choice | []} start
 */
function phrase(start) {
  const [verb = "", ...words] = start;
  const names = [...words.map((word) => app.nameOf(word)), "…"].join(" ");
  return app.board?.verbs[String(verb)]?.replace("{}", names) ?? `${verb} ${names}`;
}

/** @param {string | number} word */
function hintOf(word) {
  const plane = app.board?.aircraft?.[String(word)];
  if (plane) {
    const sector = bySector() ? aloft()[String(word)] : null;
    return `${sector ? `sector ${sector}, ` : ""}${planeFacts(plane)}`;
  }
  if (app.board?.hexes[String(word)]) return inHex(String(word));
  const bridge = bridgeEnds(word);
  if (bridge) return `between ${bridge.join(" and ")}`;
  if (typeof word === "number" && bySector()) return inSector(word);
  return filled(word, app.decision?.hint);
}

/** The places of a sector; there are no more than a few. @param {number} sector */
function inSector(sector) {
  const names = (app.board?.sectors?.[sector] ?? []).flatMap((hex) => placeName(hex) ?? []);
  return [...new Set(names)].join(", ");
}

/** Who or what is in a hex. @param {string} hex */
function inHex(hex) {
  const spent = app.decision?.costs ? known[String(chosen[1])]?.[hex] : undefined;
  const place = app.board?.places.find((one) => one.hex === hex)?.name;
  const [top, ...more] = app.stack(hex);
  const others = more.length + (top?.hidden ?? 0);
  return [spent !== undefined && `${spent} ${app.decision?.costs}`, place, top && `${top.name}${others ? ` and ${others} more` : ""}`].filter(Boolean).join(", ");
}

/**
 * Words with the fields of what is known of a piece in them; nothing if one of those is not known.
 * @param {string | number} word
 * @param {string | undefined} words
 */
function filled(word, words) {
  const facts = known[String(word)];
  if (!facts || !words) return "";
  const fields = [...words.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
  if (fields.some((field) => facts[field] === null || facts[field] === undefined)) return "";
  return words.replaceAll(/\{(\w+)\}/g, (_, field) => String(facts[field]));
}

/**
 * @param {string | number} word
 * @param {Choice | []} start
 */
function wordButton(word, start) {
  const unit = printed(String(word));
  const picture = unit && counterIcon(unit, 34);
  const hint = hintOf(word);
  const name = typeof word === "number" && bySector() ? `Sector ${word}` : (bridgeName(word) ?? app.nameOf(word));
  return h("button", {
      type: "button", class: "word", data: { word }, onclick: () => void say(word, start),
      onpointerenter: () => point(word), onfocus: () => point(word), onpointerleave: () => app.clearLayer("path"),
    }, picture, h("span", {}, name, hint && h("small", {}, hint)));
}

/** Show what is known of a piece, or where it is. @param {string | number} word */
function point(word) {
  const path = known[String(word)]?.path;
  if (path?.length > 1) app.showPaths("path", [path], "path");
  const bridge = bridgeEnds(word);
  if (bridge) app.showHexes("from", bridge, "from");
}

/**
 * The values for one place, in a section.
 * @param {Choice | []} start
 */
function section(start) {
  const next = following(start);
  const onMap = next.every((word) => app.board?.hexes[String(word)]);
  const numbers = next.length > 0 && next.every((word) => typeof word === "number") && !bySector();
  const list = () => h("div", { class: "words" }, ...next.map((word) => wordButton(word, start)));
  return h("section", { class: "group" }, h("h3", {}, phrase(start)),
    numbers ? numberForm(start, (head) => following(head).map(Number), (choice) => play([choice])) :
    onMap && next.length > FEW ? h("p", { class: "note" }, "Click one of the highlighted hexes.") :
    next.length > FEW && bridgeEnds(next[0] ?? "") ? bridgeList(next, list) :
    next.length > MANY ? h("details", {}, h("summary", {}, `${next.length} to choose from`), list()) : list());
}

/**
 * Many bridges: chosen on the map by the hexes at their ends, which are shown while the list is open.
 * @param {(string | number)[]} next
 * @param {() => HTMLElement} list
 */
function bridgeList(next, list) {
  const ends = next.flatMap((word) => bridgeEnds(word) ?? []);
  const box = h("details", { open: next.length <= MANY, ontoggle: () => (box.open ? app.showHexes("bridges", ends, "from") : app.clearLayer("bridges")) },
    h("summary", {}, `${next.length} bridges`), list());
  return h("div", {}, h("p", { class: "note" }, "Click a hex at one end of the bridge on the map, or choose it here."), box);
}

function sheet() {
  const start = begun();
  const title = h("h2", {}, app.decision?.title ?? "What now");
  if (start.length) return h("div", { class: "orders" }, title, section(start));
  const verbs = /** @type {string[]} */ (following([]));
  return h("div", { class: "orders" }, title, ...verbs.map((verb) => section([verb])));
}

// The map ----------------------------------------------------------------------------------------

/** The words that can come next on the map: for every verb, if none is chosen. */
function onMap() {
  const start = begun();
  return start.length ? following(start) : following([]).flatMap((verb) => following(/** @type {Choice} */ ([verb])));
}

/** The verb and the words before the one that was clicked. @param {string | number} word */
function startsFor(word) {
  const start = begun();
  const starts = start.length ? [start] : following([]).map((verb) => /** @type {Choice} */ ([verb]));
  return starts.filter((one) => following(one).includes(word));
}

/** @type {import("../types.js").Handler} */
export const composing = {
  name: "composing",
  show() {
    if (arrived() && passes()) return closeSheet("orders");
    learn();
    void learnMore();
    const next = onMap();
    if (armed && !next.includes(armed)) armed = null;
    const hexes = next.map(String).filter((word) => app.board?.hexes[word]);
    /** @type {Map<string, import("../types.js").HexMark>} */
    const marks = new Map(hexes.map((hex) => [hex, {}]));
    for (const word of app.decision?.over ? next : []) {
      const hex = app.unit(String(word))?.hex;
      if (hex) marks.set(hex, { label: filled(word, app.decision?.over), title: hintOf(word) });
    }
    app.showHexes("act", marks, "act");
    const pieces = next.map(String).filter((word) => app.unit(word));
    const first = hexes[0] ?? app.unit(pieces[0] ?? "")?.hex;
    if (first && hexes.length < FEW && pieces.length < FEW) app.centre(first);
    if (!bySector() && subject().sector) showSubject(new Set());
    if (bySector()) showSectors(next.filter((word) => typeof word === "number").map(String), aloft());
    if (fitting([]).length && !few()) openSheet("orders", sheet());
    else closeSheet("orders");
  },
  hover(hex) {
    if (!app.decision?.over || !hex) return;
    const word = app.stack(hex).map((unit) => unit.id).find((id) => startsFor(id).length);
    if (!word) return void app.clearLayer("path");
    point(word);
    queueMicrotask(() => app.emit("info", hintOf(word))); // after the hex itself
  },
  hide() {
    armed = null;
    chosen = [];
    about = null;
    only = null;
    for (const layer of ["act", "from", "path", "bridges"]) app.clearLayer(layer);
    hideSubject();
    closeSheet("orders");
  },
  async act(act) {
    learn();
    const units = act.exact || !act.unit ? [act.unit ?? ""] : app.stack(act.hex).map((unit) => unit.id);
    const sector = bySector() ? Number(sectorOf(act.hex)) : NaN;
    for (const word of [...units, act.hex, sector]) {
      const starts = startsFor(word);
      if (starts.length === 1 && app.decision?.over && app.unit(String(word)) && armed !== word) {
        armed = String(word); // what it comes to is shown first
        point(word);
        refresh();
        return true;
      }
      if (starts.length === 1) {
        await say(word, starts[0]);
        return true;
      }
      if (starts.length > 1) {
        about = act.hex;
        refresh();
        return true;
      }
    }
    if (fitting([]).some((pattern) => pattern.some((words) => words.some((word) => word === act.hex || bridgeEnds(word)?.includes(act.hex))))) {
      about = act.hex; // who is to do it comes next
      refresh();
      return true;
    }
    return false;
  },
  meant(act) {
    const [verb] = begun();
    const words = act.unit ? [act.unit] : [act.hex];
    return verb ? /** @type {Choice} */ ([...begun(), ...words]) : null;
  },
  live() {
    learn();
    /** @type {Map<string, "can" | "chosen">} */
    const usable = new Map(onMap().map((word) => [String(word), "can"]));
    for (const word of chosen.slice(1)) usable.set(String(word), "chosen");
    return usable;
  },
  buttons() {
    if (passing()) return [passingButton("Nothing to do here: going on …")];
    learn();
    /** @type {ButtonSpec[]} */
    const buttons = [];
    const start = armed ? startsFor(armed)[0] : undefined;
    if (armed && start) {
      const choice = /** @type {Choice} */ ([...start, armed]);
      buttons.push({ label: app.words(choice), hint: filled(armed, app.decision?.over), do: () => say(choice[choice.length - 1] ?? "", start), key: "g", tone: "primary" });
    }
    if (app.decision?.all && into().length > 1) buttons.push({ label: app.decision.all, do: () => together(everybody), key: "a", tone: "primary" });
    if (chosen.length) buttons.push({ label: "Not this", do: () => back([]), key: "Escape", tone: "quiet" });
    else if (about) buttons.push({ label: "Elsewhere", do: () => back([]), key: "Escape", tone: "quiet" });
    else if (!only && fitting([]).length) buttons.push(...restButton(), ...suggestButton());
    for (const choice of few() ?? []) {
      const bridge = choice.length === 2 ? bridgeName(choice[1] ?? "") : null;
      const label = bridge && app.board?.verbs[choice[0]]?.replace("{}", `the ${bridge}`);
      buttons.push({ label: label || app.words(choice), do: () => play([choice]) });
    }
    for (const choice of only ? [] : app.choices.filter((one) => one.length === 1)) buttons.push(lone(choice));
    return buttons;
  },
};

/** Who can still advance into the combat's hex. @param {Choice[1]} [unit] */
function into(unit) {
  return app.offered("advance", unit).filter((one) => one[2] === app.view?.combat?.target);
}

/** Everybody into the combat's hex, one after the other as long as there is room. */
async function everybody() {
  for (const choice of into()) {
    if (into(choice[1]).length) await play([choice]);
  }
}

/** A choice of one word. @param {Choice} choice @returns {ButtonSpec} */
function lone(choice) {
  const verb = String(choice[0]);
  const words = /** @type {Record<string, any>} */ (app.decision ?? {})[verb];
  const ends = ["done", "end", "pass", "cancel"].includes(verb);
  return {
    label: typeof words === "string" ? words : (app.board?.verbs[verb] ?? verb.charAt(0).toUpperCase() + verb.slice(1)),
    do: () => play([choice]), key: ends && verb !== "cancel" ? "e" : undefined,
    tone: verb === "declare" ? "danger" : ends ? "quiet" : undefined,
  };
}

/** Compose choices with one verb only, beside another decision. @param {string | null} verb */
export function composeOnly(verb) {
  if (only === verb) return;
  composing.hide();
  only = verb;
  if (verb) composing.show();
}
