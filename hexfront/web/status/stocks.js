// @ts-check
/** What each headquarters has of the points that the game names, always in view over the map. */

import { app } from "../app.js";
import { byId, h } from "../lib/dom.js";

const ROOMY = matchMedia("(width > 700px) and (height > 560px)");

let key = "";
/** The game whose table is there. @type {string | null} */
let shown = null;
/** What the order that is being looked at would spend, by stock and headquarters. @type {Record<string, Record<string, number>>} */
let wanted = {};
/** How many choices had been taken when it was looked at. */
let wantedAt = -1;
/** What each had before the last change, to show what was spent. @type {Record<string, any>} */
let before = {};

export function mountStocks() {
  app.on("state", () => {
    if (wantedAt !== app.state?.number) wanted = {};
    render();
  });
  app.on("mode", render);
  ROOMY.addEventListener("change", () => {
    key = "";
    shown = null;
    render();
  });
  app.on("spends", (/** @type {Record<string, Record<string, number>> | null} */ spends) => {
    wanted = spends ?? {};
    wantedAt = app.state?.number ?? -1;
    render();
  });
}

function render() {
  const box = byId("stocks");
  const stocks = app.board?.stocks ?? [];
  const held = stocks.map((stock) => /** @type {Record<string, number>} */ (app.value(stock.from) ?? {}));
  const names = [...new Set(held.flatMap((one) => Object.keys(one)))];
  box.hidden = !names.length || app.mode === "lobby" || app.mode === "curtain";
  const now = JSON.stringify([app.table, held, wanted]);
  if (now === key || box.hidden) return;
  key = now;
  const heads = stocks.map((stock) => h("th", { scope: "col", title: stock.title }, h("abbr", { title: stock.title }, stock.short)));
  const rows = names.map((name) => h("tr", {},
    h("th", { scope: "row" }, h("button", { type: "button", title: app.nameOf(name), onclick: () => look(name) },
      app.board?.units[name]?.label ?? app.nameOf(name))),
    ...held.map((one, i) => {
      const has = one[name] ?? 0;
      const had = before[`${app.table} ${i} ${name}`] ?? has;
      if (!Object.keys(wanted).length) before[`${app.table} ${i} ${name}`] = has;
      const spent = wanted[stocks[i]?.from ?? ""]?.[name];
      return h("td", { class: has < had ? "less" : has > had ? "more" : has ? "" : "none" }, has,
        spent && h("span", { class: "spend", title: "what this order would spend" }, `−${spent}`));
    })));
  const total = h("tr", {}, h("th", { scope: "row" }, "All"),
    ...held.map((one) => h("td", {}, Object.values(one).reduce((sum, each) => sum + each, 0))));
  const own = names.some((name) => app.board?.units[name]?.side === app.side); // the other side's are looked up
  const open = shown === app.table ? box.querySelector("details")?.open : own || !app.side;
  shown = app.table;
  box.replaceChildren(h("details", { open: open && roomy() },
    h("summary", { title: stocks.map((stock) => stock.title).join(" and ") }, roomy()
      ? stocks.map((stock) => stock.title).join(" and ")
      : stocks.map((stock, i) => `${stock.short} ${Object.values(held[i] ?? {}).reduce((sum, each) => sum + each, 0)}`).join(" · ")),
    h("table", {}, h("thead", {}, h("tr", {}, h("td"), ...heads)), h("tbody", {}, ...rows), h("tfoot", {}, total))));
}

/** Whether the whole table has room beside the map's buttons. */
function roomy() {
  return ROOMY.matches;
}

/** @param {string} name */
function look(name) {
  const hex = app.unit(name)?.hex;
  if (!hex) return;
  app.select(name);
  app.centre(hex);
}
