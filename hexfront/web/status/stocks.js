// @ts-check
/** What each headquarters has of the points that the game names, always in view over the map. */

import { app } from "../app.js";
import { byId, h } from "../lib/dom.js";

let key = "";
/** What each had before the last change, to show what was spent. @type {Record<string, any>} */
let before = {};

export function mountStocks() {
  app.on("state", render);
  app.on("mode", render);
}

function render() {
  const box = byId("stocks");
  const stocks = app.board?.stocks ?? [];
  const held = stocks.map((stock) => /** @type {Record<string, number>} */ (app.value(stock.from) ?? {}));
  const names = [...new Set(held.flatMap((one) => Object.keys(one)))];
  box.hidden = !names.length || app.mode === "lobby" || app.mode === "curtain";
  const now = JSON.stringify([app.table, held]);
  if (now === key || box.hidden) return;
  key = now;
  const heads = stocks.map((stock) => h("th", { scope: "col", title: stock.title }, h("abbr", { title: stock.title }, stock.short)));
  const rows = names.map((name) => h("tr", {},
    h("th", { scope: "row" }, h("button", { type: "button", title: app.nameOf(name), onclick: () => look(name) },
      app.board?.units[name]?.label ?? app.nameOf(name))),
    ...held.map((one, i) => {
      const has = one[name] ?? 0;
      const had = before[`${app.table} ${i} ${name}`] ?? has;
      before[`${app.table} ${i} ${name}`] = has;
      return h("td", { class: has < had ? "less" : has > had ? "more" : has ? "" : "none" }, has);
    })));
  const total = h("tr", {}, h("th", { scope: "row" }, "All"),
    ...held.map((one) => h("td", {}, Object.values(one).reduce((sum, each) => sum + each, 0))));
  const open = !box.firstElementChild || box.querySelector("details")?.open;
  box.replaceChildren(h("details", { open: open && innerWidth > 700 },
    h("summary", {}, stocks.map((stock) => stock.title).join(" and ")),
    h("table", {}, h("thead", {}, h("tr", {}, h("td"), ...heads)), h("tbody", {}, ...rows), h("tfoot", {}, total))));
}

/** @param {string} name */
function look(name) {
  const hex = app.unit(name)?.hex;
  if (!hex) return;
  app.select(name);
  app.centre(hex);
}
