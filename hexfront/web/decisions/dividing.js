// @ts-check
/** Dividing: points among names, with what is left of them. */

import { app } from "../app.js";
import { h } from "../lib/dom.js";
import { play } from "./actions.js";
import { slider } from "./numbers.js";
import { closeSheet, openSheet } from "./sheet.js";

/** @typedef {import("../types.js").Choice} Choice */
/** @typedef {import("../types.js").SplitItem} SplitItem */

/** What each gets. @type {Map<string, number>} */
let given = new Map();
let about = "";

/** @returns {SplitItem | null} */
function split() {
  return /** @type {SplitItem | undefined} */ (app.offer.find((item) => !Array.isArray(item) && "split" in item)) ?? null;
}

/** Points that nobody has been given yet. @param {SplitItem} item */
function left(item) {
  return item.split - [...given.values()].reduce((sum, one) => sum + one, 0);
}

/** Share the points evenly, to begin with. @param {SplitItem} item */
function share(item) {
  const key = `${app.state?.number} ${item.verb}`;
  if (about === key) return;
  about = key;
  given = new Map(item.among.map(([name]) => [name, 0]));
  for (let rest = item.split, before = -1; rest > 0 && rest !== before; ) {
    before = rest;
    for (const [name, most] of item.among) {
      const has = given.get(name) ?? 0;
      if (rest > 0 && has < most) {
        given.set(name, has + 1);
        rest -= 1;
      }
    }
  }
}

/** @param {SplitItem} item */
function sheet(item) {
  const rest = left(item);
  const rows = item.among.map(([name, most]) => {
    const has = given.get(name) ?? 0;
    return slider(app.nameOf(name), 0, most, has, (value) => {
      given.set(name, Math.min(value, has + rest)); // what the others leave
      render();
    });
  });
  const focused = document.activeElement?.closest("#sheet") ? document.activeElement.getAttribute("aria-label") : null;
  const found = h("div", { class: "orders dividing" }, h("h2", {}, `${item.split} points`),
    h("p", { class: "note", "aria-live": "polite" }, rest ? `${rest} left to give.` : "All are given."), ...rows);
  if (focused) queueMicrotask(() => /** @type {HTMLElement | null} */ (found.querySelector(`[aria-label="${focused}"]`))?.focus());
  return found;
}

function render() {
  const item = split();
  if (!item) return;
  share(item);
  openSheet("orders", sheet(item));
  app.emit("buttons");
}

/** @type {import("../types.js").Handler} */
export const dividing = {
  name: "dividing",
  show: render,
  hide() {
    about = "";
    closeSheet("orders");
  },
  act: () => false,
  live: () => new Map(split()?.among.map(([name]) => [name, /** @type {const} */ ("can")])),
  buttons() {
    const item = split();
    if (!item) return [];
    const rest = left(item);
    const choice = /** @type {Choice} */ ([item.verb, ...item.among.flatMap(([name]) => (given.get(name) ? [name, given.get(name) ?? 0] : []))]);
    return [{
      label: app.decision?.done ?? "Done", do: () => play([choice]), key: "e", tone: "primary",
      disabled: rest > 0 && !item.keep, title: rest > 0 ? `${rest} left to give` : undefined,
    }];
  },
};
