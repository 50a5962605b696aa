// @ts-check
/** Loading: what each transport carries, as sliders, with what is left of the day's stock. */

import { app } from "../app.js";
import { h } from "../lib/dom.js";
import { play } from "./actions.js";
import { slider } from "./numbers.js";
import { closeSheet, openSheet } from "./sheet.js";
import { restButton, suggestButton } from "./suggest.js";

/** @typedef {import("../types.js").Choice} Choice */
/** What the game knows of a transport. @typedef {{cargo?: [number, number], room?: [number, number][]}} Transport */

/** @type {Record<string, Transport>} */
let transports = {};
/** @type {[number, number]} */
let stock = [0, 0];
/** @type {unknown} */
let read = null;

async function learn() {
  if (read === app.view) return;
  const now = (read = app.view);
  const reply = await app.ask("query", { name: "air" });
  if (read !== now || !reply.ok || app.decision?.by !== "loading") return;
  const found = /** @type {any} */ (reply.found);
  transports = Object.fromEntries(Object.entries(/** @type {Record<string, Transport>} */ (found.aircraft)).filter(([, one]) => one.room));
  stock = found.stock ?? [0, 0];
  render();
}

/**
 * Load a transport anew.
 * @param {string} id
 * @param {number} ammo
 * @param {number} fuel
 */
async function load(id, ammo, fuel) {
  const was = transports[id]?.cargo;
  /** @type {Choice[]} */
  const choices = [];
  if (was) choices.push(["take", id]);
  if (ammo || fuel) choices.push(["load", id, ammo, fuel]);
  await play(choices);
}

/**
 * @param {string} id
 * @param {Transport} one
 */
function row(id, { cargo, room = [] }) {
  const [ammo, fuel] = cargo ?? [0, 0];
  const capacity = app.board?.aircraft?.[id]?.load ?? 0;
  const most = (/** @type {number} */ points) => room[points]?.[1] ?? 0;
  const names = app.decision?.numbers ?? ["", ""];
  return h("section", { class: "group transport", data: { transport: id } },
    h("h3", {}, app.nameOf(id), h("small", {}, ` ${ammo + fuel} of ${capacity} points`)),
    slider(names[0] ?? "", 0, Math.max(0, room.length - 1), ammo, (value) => load(id, value, Math.min(fuel, most(value))), app.nameOf(id)),
    slider(names[1] ?? "", 0, Math.max(fuel, most(ammo)), fuel, (value) => load(id, ammo, value), app.nameOf(id)));
}

function render() {
  const focused = document.activeElement?.closest("#sheet") ? document.activeElement.getAttribute("aria-label") : null;
  const loads = Object.values(transports).map((one) => one.cargo ?? [0, 0]);
  const names = app.decision?.numbers ?? [];
  const totals = names.map((name, i) => {
    const aboard = loads.reduce((sum, cargo) => sum + (cargo[i] ?? 0), 0);
    const all = aboard + (stock[i] ?? 0);
    const bar = h("i");
    bar.style.width = `${all ? (100 * aboard) / all : 0}%`;
    return h("div", { class: "total" }, h("span", {}, name), h("span", { class: "gauge", "aria-hidden": "true" }, bar),
      h("b", {}, `${aboard} of ${all}`));
  });
  const sheet = h("div", { class: "orders loading" }, h("h2", {}, app.decision?.title ?? ""),
    h("div", { class: "totals", "aria-live": "polite" }, ...totals),
    ...Object.entries(transports).map(([id, one]) => row(id, one)));
  openSheet("orders", sheet);
  if (focused) /** @type {HTMLElement | null} */ (sheet.querySelector(`[aria-label="${CSS.escape(focused)}"]`))?.focus();
}

/** Whether there is something left to load: then that comes first. */
const left = () => app.offered("load").length > 0;

/** @type {import("../types.js").Handler} */
export const loading = {
  name: "loading",
  show: () => void learn(),
  hide() {
    read = null;
    closeSheet("orders");
  },
  act: () => false,
  live: () => new Map(),
  buttons: () => [
    ...restButton(),
    ...(left() ? suggestButton() : []),
    { label: app.decision?.done ?? "Done", do: () => play([["done"]]), key: "e" },
  ],
};
