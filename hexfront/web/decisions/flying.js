// @ts-check
/**
 * Flying: aircraft to sectors of the map, in secret; and aircraft that join a mission or a fight.
 *
 * Chips are tapped, then a sector; or carried there. Several that are picked go together.
 */

import { app } from "../app.js";
import { h } from "../lib/dom.js";
import { hideSectors, sectorOf, showSectors } from "../map/sectors.js";
import { play } from "./actions.js";
import { planeGroups } from "./planes.js";
import { hideSubject, showSubject } from "./subject.js";
import { restButton, suggestButton } from "./suggest.js";
import { closeSheet, openSheet } from "./sheet.js";

/** @typedef {import("../types.js").Choice} Choice */
/** @typedef {import("../types.js").ButtonSpec} ButtonSpec */

/** The aircraft in hand. @type {Set<string>} */
let picked = new Set();
/** The sector of each aircraft by this side's plan. @type {Map<string, number>} */
let planned = new Map();
/** The view that was read. @type {unknown} */
let read = null;
/** The sector that something is carried over. @type {string | null} */
let over = null;

/** @param {string} verb */
const names = (verb) => [...new Set(app.offered(verb).map((choice) => String(choice[1])))];
/** The aircraft in the box. @returns {string[]} */
function waiting() {
  const product = app.offer.find((item) => !Array.isArray(item) && "product" in item && item.verb === "fly");
  const first = product && !Array.isArray(product) && "product" in product ? product.product[0] : [];
  return Array.isArray(first) ? first.map(String) : [];
}

/** Ask where this side's aircraft are to fly; the offer does not say. */
async function learn() {
  if (read === app.view) return;
  read = app.view;
  const now = app.view;
  const sent = names("take");
  const reply = sent.length ? await app.ask("query", { name: "air" }) : null;
  if (read !== now) return;
  const aircraft = reply?.ok ? /** @type {any} */ (reply.found).aircraft : {};
  planned = new Map(sent.map((id) => [id, Number(aircraft[id]?.sector ?? 0)]));
  render();
}

/** @param {string} id */
function pick(id) {
  if (picked.has(id)) picked.delete(id);
  else picked.add(id);
  render();
}

/**
 * Send aircraft to a sector; those that were to go elsewhere are called back first.
 * @param {string[]} ids
 * @param {number} sector
 */
async function send(ids, sector) {
  const sent = new Set(names("take"));
  const choices = ids.flatMap((id) => /** @type {Choice[]} */ ([...(sent.has(id) ? [["take", id]] : []), ["fly", id, sector]]));
  picked = new Set();
  await play(choices);
}

async function callBack() {
  const sent = new Set(names("take"));
  const ids = [...picked].filter((id) => sent.has(id));
  picked = new Set();
  await play(ids.map((id) => /** @type {Choice} */ (["take", id])));
}

/** Every aircraft's sector as this side knows it. @returns {Record<string, number | null>} */
function aloft() {
  return { ...(app.value("sectors") ?? {}), ...Object.fromEntries(planned) };
}

function render() {
  if (app.decision?.by !== "flying" || !app.mine) return;
  const all = [...waiting(), ...names("take")].sort();
  picked = new Set([...picked].filter((id) => all.includes(id)));
  const sectors = Object.keys(app.board?.sectors ?? {});
  showSectors(sectors, aloft(), over, picked);
  const chips = all.map((id) => ({
    id, on: picked.has(id), where: planned.get(id) ? `to sector ${planned.get(id)}` : undefined,
    tap: () => pick(id), drop: (/** @type {number} */ sector) => send([...new Set([id, ...picked])], sector),
  }));
  const count = picked.size;
  const text = count ? `Now tap a sector on the map for ${count === 1 ? app.nameOf([...picked][0] ?? "") : `these ${count}`}.`
    : "Tap aircraft, then a sector on the map; or drag them there. Nobody else sees your plan.";
  const target = h("div", { class: "sector-grid", role: "group", "aria-label": "Sectors" }, ...sectors.map((number) =>
    h("button", { type: "button", data: { sector: number }, onclick: () => void send([...picked], Number(number)),
      "aria-label": `Sector ${number}` }, number, inSector(number))));
  openSheet("orders", h("div", { class: "orders flying" }, h("h2", {}, app.decision?.title ?? "Aircraft"),
    h("p", { class: "note", "aria-live": "polite" }, text), count ? target : null, ...planeGroups(chips)));
  app.emit("live");
  app.emit("buttons");
}

/** How many of the own aircraft go to a sector, as dots. @param {string} number */
function inSector(number) {
  const many = [...planned.values()].filter((sector) => String(sector) === number).length;
  return many ? h("small", {}, "•".repeat(Math.min(many, 6))) : null;
}

app.on("over-sector", (/** @type {string | null} */ sector) => {
  if (sector === over) return;
  over = sector;
  if (app.decision?.by === "flying") showSectors(Object.keys(app.board?.sectors ?? {}), aloft(), over, picked);
});

/** @type {import("../types.js").Handler} */
export const flying = {
  name: "flying",
  show() {
    void learn();
    render();
  },
  hide() {
    picked = new Set();
    planned = new Map();
    read = null;
    hideSectors();
    closeSheet("orders");
  },
  async act(act) {
    const sector = sectorOf(act.hex);
    if (!sector) return false;
    if (picked.size) await send([...picked], Number(sector));
    else {
      picked = new Set([...planned].filter(([, at]) => String(at) === sector).map(([id]) => id));
      if (picked.size) render();
      else app.flash("First choose aircraft in the list.");
    }
    return true;
  },
  live: () => new Map(),
  buttons() {
    /** @type {ButtonSpec[]} */
    const buttons = [];
    if (picked.size) buttons.push({ label: "Put down", do: () => { picked = new Set(); render(); }, key: "Escape", tone: "quiet" });
    if ([...picked].some((id) => planned.has(id))) buttons.push({ label: "Back to the box", do: callBack, tone: "quiet" });
    const home = waiting().length;
    if (home && !picked.size) buttons.push(...restButton());
    if (home) buttons.push(...suggestButton());
    buttons.push({
      label: app.decision?.done ?? "Done", do: () => play([["done"]]), key: "e", tone: home ? undefined : "primary",
      hint: home ? `${home} stay${home === 1 ? "s" : ""} in the box` : undefined,
    });
    return buttons;
  },
};

/** The verbs by which an aircraft joins, and is called back. */
const JOINING = ["join", "fight"];
const LEAVING = ["leave", "take"];

/** @param {string[]} verbs @returns {Choice[]} */
const about = (verbs) => verbs.flatMap((verb) => app.offered(verb));

/** Aircraft that join a mission or a fight, or not. @type {import("../types.js").Handler} */
export const joining = {
  name: "joining",
  show() {
    const chips = [...about(JOINING), ...about(LEAVING)].map((choice) => ({
      id: String(choice[1]), on: LEAVING.includes(String(choice[0])), tap: () => play([choice]),
    })).sort((a, b) => a.id.localeCompare(b.id));
    showSubject(new Set(chips.filter((chip) => chip.on).map((chip) => chip.id)));
    openSheet("orders", h("div", { class: "orders flying" }, h("h2", {}, app.decision?.title ?? "Aircraft"), ...planeGroups(chips)));
  },
  hide() {
    hideSubject();
    closeSheet("orders");
  },
  act: () => false,
  live: () => new Map(),
  buttons() {
    /** @type {ButtonSpec[]} */
    const buttons = [];
    if (!app.offered("cancel").length) buttons.push(...restButton());
    if (app.offered("cancel").length) buttons.push({ label: "Cancel", do: () => play([["cancel"]]), key: "Escape", tone: "quiet" });
    const joins = about(JOINING);
    if (joins.length > 1) buttons.push({ label: `All ${joins.length}`, do: () => play(joins), key: "a" });
    for (const verb of ["declare", "done"]) {
      if (!app.offered(verb).length) continue;
      const words = /** @type {Record<string, any>} */ (app.decision ?? {})[verb];
      buttons.push({ label: words ?? app.board?.verbs[verb] ?? "Done", do: () => play([[verb]]), key: verb === "declare" ? "d" : "e", tone: verb === "declare" ? "danger" : undefined });
    }
    return buttons;
  },
};

