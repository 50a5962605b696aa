// @ts-check
/** The luck ledger: what the dice gave each side, roll by roll, against the expected result. */

import { app } from "../app.js";
import { s } from "../lib/dom.js";
import { fetchJson } from "../lib/http.js";
import { button, capital, complain, h } from "./parts.js";

/** @typedef {import("../types.js").Luck} Luck */
/** @typedef {import("../types.js").LuckyCombat} LuckyCombat */

const WIDTH = 680;
const HEIGHT = 190;
const LEFT = 44;
const RIGHT = 14;
const EDGE = 16;

/** @param {HTMLElement} element */
export function mount(element) {
  const body = h("div", { class: "luck-body" });
  const sheet = h("dialog", { class: "luck", id: "luck", "aria-labelledby": "luck-title" },
    h("h2", { id: "luck-title" }, "Luck of the dice"),
    body,
    h("p", { class: "buttons" }, button("Close", () => sheet.close(), { class: "primary", autofocus: true })));
  sheet.addEventListener("click", (event) => {
    if (event.target === sheet) sheet.close(); // beside the sheet
  });
  element.append(sheet);

  async function open() {
    if (!app.table || sheet.open) return;
    try {
      const luck = /** @type {Luck} */ (await fetchJson(`/api/tables/${app.table}/luck`));
      body.replaceChildren(...ledger(luck, () => sheet.close()));
      sheet.showModal();
    } catch (error) {
      complain(error);
    }
  }

  app.on("luck", () => void open());
}

/**
 * @param {Luck} luck
 * @param {() => void} close
 */
function ledger(luck, close) {
  if (luck.combats.length === 0) return [h("p", {}, "No die that counts has been rolled yet.")];
  return [
    h("div", { class: "luck-sides" }, ...Object.keys(luck.sides).map((side) => sum(luck, side))),
    plot(luck),
    h("p", { class: "note" }, luck.explain, " ", legend(luck)),
    h("div", { class: "luck-scroll", tabindex: "0", role: "region", "aria-label": "Every roll" }, table(luck, close)),
  ];
}

/**
 * @param {Luck} luck
 * @param {string} side
 */
function sum(luck, side) {
  const { combats, gain, spread, luckier } = /** @type {Luck["sides"][string]} */ (luck.sides[side]);
  const number = app.board?.sides.indexOf(side) ?? -1;
  return h("div", { class: `luck-side side${number}` },
    h("h3", {}, capital(side)),
    h("p", { class: "gain" }, `${signed(gain)} ${luck.unit}`),
    h("p", {}, verdict(luckier)),
    h("p", { class: "note" }, `${combats} ${combats === 1 ? "roll" : "rolls"} of its own. The usual swing of all rolls is ±${spread.toFixed(1)}; luckier in ${percent(luckier)} of games.`));
}

/** @param {Luck} luck */
function legend(luck) {
  const [first, second] = Object.keys(luck.sides).map(capital);
  return `Squares are ${first} rolls, lozenges ${second} ones; the band is the usual swing.`;
}

/** @param {number} share */
function percent(share) {
  if (share < 0.01) return "less than 1%";
  return share > 0.99 ? "more than 99%" : `${Math.round(100 * share)}%`;
}

/** @param {number} luckier the share of games with kinder dice */
function verdict(luckier) {
  if (luckier < 0.05) return "Very lucky";
  if (luckier < 0.25) return "Lucky";
  if (luckier <= 0.75) return "Nothing unusual";
  return luckier <= 0.95 ? "Unlucky" : "Very unlucky";
}

/** @param {number} value */
function signed(value) {
  const text = Math.abs(value).toFixed(2);
  return Number(text) === 0 ? "0.00" : (value < 0 ? "−" : "+") + text;
}

/**
 * The sum of what the dice gave to the first side, after each combat.
 * @param {Luck} luck
 */
function plot(luck) {
  const [up, down] = Object.keys(luck.sides);
  let total = 0;
  const sums = luck.combats.map((combat) => (total += combat.side === up ? combat.gain : -combat.gain));
  const spread = luck.sides[up ?? ""]?.spread ?? 1;
  const most = Math.max(1, spread, ...sums.map(Math.abs)) * 1.08;
  const x = (/** @type {number} */ i) => LEFT + ((WIDTH - LEFT - RIGHT) * i) / luck.combats.length;
  const y = (/** @type {number} */ value) => HEIGHT / 2 - ((HEIGHT / 2 - EDGE) * value) / most;
  const points = [[x(0), y(0)], ...sums.map((value, i) => [x(i + 1), y(value)])];
  const line = points.map(([px, py], i) => `${i ? "L" : "M"}${px?.toFixed(1)} ${py?.toFixed(1)}`).join("");
  const step = most > 6 ? Math.ceil(most / 3) : most > 2.4 ? 2 : 1;
  const marks = [-2, -1, 0, 1, 2].map((n) => n * step).filter((value) => Math.abs(value) < most);
  const words = `Sum of luck after ${luck.combats.length} rolls: ${capital(up ?? "")} ${signed(total)} ${luck.unit}.`;
  return s("svg", { class: "luck-plot", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": words },
    s("rect", { class: "usual", x: LEFT, y: y(spread), width: WIDTH - LEFT - RIGHT, height: y(-spread) - y(spread) }),
    ...marks.map((value) => s("path", { class: value ? "grid" : "zero", d: `M${LEFT} ${y(value)}H${WIDTH - RIGHT}` })),
    ...marks.map((value) => s("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, value ? signed(value).replace(".00", "") : "0")),
    s("text", { class: "kind", x: LEFT + 8, y: 13 }, `kinder to the ${capital(up ?? "")} side`),
    s("text", { class: "kind", x: LEFT + 8, y: HEIGHT - 4 }, `kinder to the ${capital(down ?? "")} side`),
    s("path", { class: "sum", d: line }),
    ...luck.combats.map((combat, i) => dot(combat, x(i + 1), y(sums[i] ?? 0))));
}

/**
 * A combat: a square or a lozenge in the attacker's colour.
 * @param {LuckyCombat} combat
 * @param {number} x
 * @param {number} y
 */
function dot(combat, x, y) {
  const number = app.board?.sides.indexOf(combat.side) ?? -1;
  const r = 4;
  const d = number === 0 ? `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}Z` : `M${x} ${y - r - 1}l${r + 1} ${r + 1}-${r + 1} ${r + 1}-${r + 1}-${r + 1}Z`;
  return s("path", { class: `dot side${number}`, d },
    s("title", {}, `${capital(combat.side)}, ${combat.kind} ${combat.hex ?? ""}, ${combat.column}, die ${combat.die}: ${combat.result}, ${signed(combat.gain)}`));
}

/**
 * @param {Luck} luck
 * @param {() => void} close
 */
function table(luck, close) {
  const heads = ["Turn", "Side", "Hex", "At", "Die", "Result", "Worth", "Expected", "Gain"];
  return h("table", { class: "luck-table" },
    h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", {}, ...luck.combats.map((combat) => {
      const number = app.board?.sides.indexOf(combat.side) ?? -1;
      return h("tr", { class: `side${number}` },
        h("td", {}, combat.turn),
        h("td", { class: "who" }, capital(combat.side)),
        h("td", {}, combat.hex && button(combat.hex, () => {
          close();
          app.centre(combat.hex ?? "");
        }, { class: "rule", "aria-label": `Show ${combat.hex} on the map` })),
        h("td", {}, combat.column),
        h("td", {}, combat.die),
        h("td", {}, combat.result),
        h("td", { class: "number" }, signed(combat.worth)),
        h("td", { class: "number" }, signed(combat.expected)),
        h("td", { class: `number ${combat.gain < 0 ? "bad" : "good"}` }, signed(combat.gain)));
    })));
}
