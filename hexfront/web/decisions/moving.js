// @ts-check
/** Moving: pick units, see where they can get to and how, send them there. */

import { app } from "../app.js";
import { h } from "../lib/dom.js";
import { play } from "./actions.js";
import { numberForm } from "./numbers.js";
import { closeSheet, openSheet } from "./sheet.js";

/** @typedef {import("../types.js").Act} Act */
/** @typedef {import("../types.js").Choice} Choice */
/** @typedef {import("../types.js").HexMark} HexMark */
/** @typedef {import("../types.js").Arrival} Arrival */
/** @typedef {import("../types.js").Path} Path */

/** Where the picked units can get to. @type {Map<string, Arrival>} */
let reach = new Map();
/** @type {Map<string, Promise<Path | null>>} */
let paths = new Map();
let asked = "";
/** The reach of units that are just being picked. @type {{units: string, reply: Promise<import("../types.js").Reply<"reach">>} | null} */
let foreseen = null;

/** @returns {import("../types.js").Planned | null} */
function group() {
  const planned = app.view?.planned;
  return app.decision?.by === "group" && planned?.hex ? planned : null;
}

/** Ask the engine where the group can get to, and highlight it. */
async function showReach() {
  const moving = group();
  if (!moving) return;
  const key = `${app.state?.number} ${moving.units}`;
  if (key === asked) return;
  asked = key;
  paths = new Map();
  app.clearLayer("path");
  const early = foreseen?.units === String(moving.units) ? foreseen.reply : null;
  foreseen = null;
  const reply = await (early ?? app.ask("reach", { units: moving.units }));
  if (asked !== key || !group()) return;
  reach = new Map(Object.entries(reply.ok ? reply.hexes : {}));
  /** @type {Map<string, HexMark>} */
  const marks = new Map();
  for (const [hex, { points, chance, fuel: bought }] of reach) {
    const sure = chance >= 0.999;
    const left = String(bought ?? points);
    const label = sure ? left : `${left}·${Math.round(chance * 100)}%`;
    marks.set(hex, { label, className: sure ? "" : "risk" });
  }
  app.showHexes("reach", marks, "reach");
  app.showHexes("closed", (reply.ok && reply.closed ? reply.closed : []).flatMap((area) => area.hexes), "closed");
  app.showHexes("from", moving.hex ? [moving.hex] : [], "from");
  if (app.hovered) void showPath(app.hovered);
}

/**
 * @param {string} to
 * @returns {Promise<Path | null>}
 */
function pathTo(to) {
  let path = paths.get(to);
  if (!path) {
    path = app
      .ask("path", { units: group()?.units ?? [], to })
      .then((reply) => (reply.ok && reply.hexes.length ? reply : null));
    paths.set(to, path);
  }
  return path;
}

/** @param {string | null} hex */
async function showPath(hex) {
  if (!group() || !hex || !reach.has(hex)) {
    app.clearLayer("path");
    app.emit("spends", null);
    return;
  }
  const path = await pathTo(hex);
  if (app.hovered === hex && group() && path) {
    app.showHexes("path", path.rolls, "path");
    app.showPaths("path", [whole(path)], path.chance < 0.999 ? "path risk" : "path");
    app.emit("info", means(path));
    app.emit("spends", path.spends ?? null);
  }
}

/** The sheet on which fuel is bought before a move. */
function showFuel() {
  const amounts = app.offered("fuel").map((choice) => Number(choice[1]));
  if (!amounts.length) return closeSheet("orders");
  const following = (/** @type {Choice} */ head) => (head.length > 1 ? [] : amounts);
  openSheet("orders", h("div", { class: "orders" }, h("h2", {}, "Fuel for the move"),
    h("p", { class: "note" }, "Click a hex to buy what the way there needs (the numbers), or buy first and move step by step."),
    numberForm(["fuel"], following, (choice) => play([choice]), "Buy")));
}

/**
 * What going a path means, in words.
 * @param {Path} path
 */
function means(path) {
  if (path.spends?.fuel) {
    const paid = Object.entries(path.spends.fuel).map(([hq, points]) => `${points} from ${app.nameOf(hq)}`);
    return `${path.fuel} fuel${paid.length ? `: ${paid.join(", ")}` : ""}`;
  }
  const left = `${path.points} movement point${path.points === 1 ? "" : "s"} left`;
  if (!path.rolls.length) return left;
  const rolls = `die at ${path.rolls.join(", ")}`;
  return path.chance < 0.999
    ? `${rolls}: ${Math.round(path.chance * 100)}% to get there`
    : `${rolls}, at least ${left}`;
}

/**
 * The path with the hex it starts from.
 * @param {Path} path
 */
function whole(path) {
  const from = group()?.hex ?? "";
  return path.hexes[0] === from ? path.hexes : [from, ...path.hexes];
}

/**
 * Send the group along a path. After each die it is checked whether the move has ended.
 * @param {string} to
 */
async function go(to) {
  const path = await pathTo(to);
  if (!path) return app.whyNot(["go", to]);
  const steps = whole(path).slice(1);
  app.clearLayer("path");
  /** @type {Choice[]} */
  let part = [...(path.before ?? [])];
  for (const hex of steps) {
    part.push(["go", hex]);
    if (path.rolls.includes(hex) || hex === to) {
      const reply = await play(part);
      part = [];
      if (!reply.ok || (group() && group()?.hex !== hex)) return;
      if (!group() && hex !== to) return; // the crossing ended the move
    }
  }
  await arrive();
}

/** A move that can only stop has stopped. */
async function arrive() {
  const [only, ...more] = app.offer;
  if (group()?.started && Array.isArray(only) && only[0] === "stop" && !more.length) await play([only]);
}

/**
 * The units of a hex that can be picked.
 * @param {string} hex
 */
function pickable(hex) {
  return app.stack(hex).filter((unit) => app.offered("pick", unit.id).length);
}

/**
 * @param {Act} act
 * @returns {Choice[]}
 */
function picks({ hex, unit, all }) {
  const can = pickable(hex);
  if (all) return can.map((one) => ["pick", one.id]);
  const one = can.find((other) => other.id === unit);
  return one ? [["pick", one.id]] : [];
}

/** Before a group: pick. @type {import("../types.js").Handler} */
export const moving = {
  name: "moving",
  show() {
    asked = "";
    reach = new Map();
    for (const layer of ["reach", "closed", "path", "from"]) app.clearLayer(layer);
  },
  hide() {
    app.clearLayer("unmoved");
  },
  async act(act) {
    const choices = picks(act);
    // The top unit may be done while another below it is not.
    if (!choices.length && !act.exact && act.unit) {
      const first = pickable(act.hex)[0];
      if (first) choices.push(["pick", first.id]);
    }
    if (!choices.length) return !act.unit;
    const picked = play(choices);
    const units = app.stack(act.hex).map((unit) => unit.id);
    const group = units.filter((id) => choices.some((choice) => choice[1] === id));
    foreseen = { units: String(group), reply: app.ask("reach", { units: group }) };
    await picked;
    return true;
  },
  meant: (act) => (act.unit ? ["pick", act.unit] : null),
  live: () => new Map(app.offered("pick").map((choice) => [String(choice[1]), "can"])),
  buttons() {
    return [
      { label: app.decision?.end ?? "End", do: endSegment, key: "e", tone: "quiet" },
    ];
  },
};

/** The phase whose end was questioned; it is asked once. */
let questioned = "";

/** End the movement; where stacks are too large or units could still move, that is said and shown first. */
async function endSegment() {
  if (app.decision?.by !== "moving") return;
  if (!app.offered("end").length) {
    showLate();
    return app.whyNot(["end"]);
  }
  const full = app.view?.over_stacked ?? [];
  const idle = [...new Set(app.offered("pick").map((choice) => String(choice[1])))];
  const phase = `${app.table} ${app.view?.turn} ${app.view?.phase} ${app.view?.impulse ?? ""} ${full}`;
  if (questioned !== phase && (full.length || idle.length)) {
    questioned = phase;
    const hexes = idle.flatMap((id) => app.unit(id)?.hex ?? []);
    app.showHexes("unmoved", new Map([...hexes.map((hex) => /** @type {[string, HexMark]} */ ([hex, {}])),
      ...full.map((hex) => /** @type {[string, HexMark]} */ ([hex, { className: "danger" }]))]), "unmoved");
    const names = idle.slice(0, NAMED).map((id) => app.nameOf(id)).join(", ");
    const more = idle.length > NAMED ? ` and ${idle.length - NAMED} more` : "";
    const words = [
      full.length && `Over-stacked: ${full.join(", ")}.`,
      idle.length && `${idle.length === 1 ? "1 unit has" : `${idle.length} units have`} not moved: ${names}${more}.`,
    ].filter(Boolean).join(" ");
    app.emit("buttons");
    return app.flash(`${words} Press again to end the movement.`);
  }
  await play([["end"]]);
}

/** Show the units that have to move first, and select one of them. */
function showLate() {
  const late = app.view?.has_to_move ?? [];
  if (!late.length) return;
  const hexes = late.flatMap((id) => app.unit(id)?.hex ?? []);
  app.showHexes("unmoved", new Map(hexes.map((hex) => [hex, { className: "danger" }])), "unmoved");
  app.select(late[0]);
}

const NAMED = 5; // so many units are named, the others only highlighted

/** A group on its way. @type {import("../types.js").Handler} */
export const onTheWay = {
  name: "group",
  show() {
    void showReach();
    showFuel();
  },
  hide() {
    closeSheet("orders");
    asked = "";
    reach = new Map();
    for (const layer of ["reach", "closed", "path", "from"]) app.clearLayer(layer);
  },
  hover(hex) {
    void showPath(hex);
  },
  async act(act) {
    const now = group();
    if (!now) return false;
    if (act.hex !== now.hex && !act.exact && (await atFriends(act))) return true;
    if (reach.has(act.hex) && !(act.exact && act.hex === now.hex)) {
      if (act.touch && app.hovered !== act.hex) {
        app.hover(act.hex); // the first tap shows the way, the second goes it
        return true;
      }
      await go(act.hex);
      return true;
    }
    if (act.hex === now.hex) return atOwnHex(act, now.units);
    const adjacent = app.offered("go", act.hex);
    if (adjacent.length) {
      if ((await play(adjacent)).ok) await arrive();
      return true;
    }
    return switchTo(act);
  },
  meant: (act) => ["go", act.hex],
  live() {
    /** @type {Map<string, "can" | "chosen">} */
    const usable = new Map();
    for (const choice of app.offered("pick")) usable.set(String(choice[1]), "can");
    for (const id of group()?.units ?? []) usable.set(id, "chosen");
    return usable;
  },
  buttons() {
    const now = group();
    if (!now) return [];
    const more = pickable(now.hex ?? "");
    /** @type {import("../types.js").ButtonSpec[]} */
    const buttons = [];
    if (more.length) {
      const choices = more.map((unit) => /** @type {Choice} */ (["pick", unit.id]));
      buttons.push({ label: "Whole stack", do: () => play(choices), key: "a", tone: "quiet" });
    }
    for (const choice of [...app.offered("draw"), ...app.offered("split")]) {
      buttons.push({ label: app.words(choice), do: () => play([choice]), tone: "quiet" });
    }
    const stop = app.offered("stop").length > 0;
    if (app.offered("exit").length) {
      buttons.push({ label: "Leave the map", do: () => play([["exit"]]), key: "o", tone: stop ? undefined : "primary" });
    }
    const instead = left && left.number === app.state?.number ? left : null;
    if (instead) {
      const label = `Stack ${instead.units.map((id) => app.nameOf(id)).join(", ")} here`;
      buttons.push({ label, do: () => stackInstead(instead), key: "j", tone: "quiet", title: "Move the units you had in hand onto this stack instead" });
    }
    if (now.started) buttons.push({ label: "Stop here", do: () => play([["stop"]]), key: "e", also: "Escape", tone: "primary", disabled: !stop });
    else buttons.push({ label: "Put down", do: () => play([["stop"]]), key: "Escape", also: "e", tone: "quiet", disabled: !stop });
    return buttons;
  },
};

/**
 * The units that were put down for others, where they could have stacked, and the number of choices before
 * and after that.
 * @type {{units: string[], to: string, from: number, number: number} | null}
 */
let left = null;
/** The friends' hex that was clicked once: the second click stacks there. */
let armed = "";

/**
 * A click on friends elsewhere takes them in hand. Where the group could stack with them, that is a second act.
 * @param {Act} act
 * @returns {Promise<boolean>} whether the click is dealt with
 */
async function atFriends(act) {
  const top = app.stack(act.hex)[0];
  if (!top || top.side !== app.side || !act.unit) return false;
  const now = group();
  const could = reach.has(act.hex);
  if (could && armed === act.hex) {
    armed = "";
    return false; // it goes there
  }
  const free = app.stack(act.hex).some((unit) => !unit.moved);
  if (free && now) {
    const before = { units: now.units, to: act.hex, from: app.state?.number ?? 0 };
    if (await switchTo(act)) {
      left = could && group() ? { ...before, number: app.state?.number ?? -1 } : null;
      app.emit("buttons");
      return true;
    }
  }
  if (!could) return false;
  armed = act.hex;
  app.hover(act.hex);
  await showPath(act.hex);
  app.flash(`Click ${act.hex} again to stack there.`);
  return true;
}

/**
 * Not those units but the ones before, onto this stack.
 * @param {{to: string, from: number}} instead
 */
async function stackInstead({ to, from }) {
  left = null;
  if ((await app.undo(from)).ok) await go(to);
}

/**
 * A click on the hex the group stands in: another joins, one is left behind, or all stop.
 * @param {Act} act
 * @param {string[]} units
 */
async function atOwnHex(act, units) {
  const more = picks(act);
  if (more.length) await play(more);
  else if (act.exact && act.unit && units.includes(act.unit) && units.length > 1) {
    await play([["drop", act.unit]]);
  } else if (!act.exact || (act.unit && units.includes(act.unit))) await play([["stop"]]);
  else return false;
  return true;
}

/**
 * A click on another unit that can still move: this group stops, that one is picked.
 * @param {Act} act
 */
async function switchTo(act) {
  const unit = act.unit ? app.unit(act.unit) : null;
  if (!unit || unit.side !== app.side || unit.moved) return false;
  const reply = await play([["stop"]]);
  if (!reply.ok) return true;
  const choices = picks(act);
  if (!choices.length) return false;
  await play(choices);
  return true;
}
