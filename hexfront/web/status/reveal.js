// @ts-check
/** Secret plans are opened: sector after sector, who flies there, and how they fought. */

import { app } from "../app.js";
import { byId, capital, h } from "../lib/dom.js";
import { sideNumber } from "../map/counters.js";
import { hideSectors, showSectors } from "../map/sectors.js";

/** How long a sector is shown before the next, in milliseconds. */
const EACH = 2200;

/** @typedef {{sector: string, planes: {id: string, side: string}[], lines: string[]}} Page */

/** What was opened, by sector. @type {Page[]} */
let pages = [];
let at = 0;
/** The log's number at which the plans were opened that are shown, or were closed. */
let shown = "";
let open = false;
let timer = 0;
/** What was asked when it was opened. */
let [phase, kind] = ["", ""];
/** The decision that was asked then or next: with another one it is closed. */
let asked = "";
/** The game and the seat that are looked at. */
let table = "";

export function mountReveal() {
  app.on("state", look);
  app.on("act", close);
  app.on("mode", () => {
    if (app.mode === "lobby" || app.mode === "curtain") close();
  });
}

function look() {
  const first = app.entries.findLastIndex((entry) => entry.what === "allocated");
  const opened = app.entries[first];
  const known = `${app.table} ${app.side}`;
  if (table !== known) { // what was opened before the page was is not news
    table = known;
    shown = `${known} ${opened?.number ?? -1}`;
    close();
  }
  if (!opened || app.mode !== "play") return;
  if (open && app.mine && phase !== app.view?.phase && app.view?.decision?.kind !== kind) { // something else is asked
    const now = `${app.view?.phase} ${app.view?.decision?.kind}`;
    if (asked && asked !== now) close();
    asked = now;
  }
  const now = `${known} ${opened.number}`;
  const news = now !== shown;
  if (!news && !open) return;
  const before = pages.map((page) => page.lines.length).join();
  pages = read(first);
  shown = now;
  if (news && pages.length) {
    open = true;
    phase = app.view?.phase ?? "";
    kind = app.view?.decision?.kind ?? "";
    asked = "";
    at = 0;
    render();
    go();
  } else if (open && before !== pages.map((page) => page.lines.length).join()) render();
}

/** The sectors of the plans opened last with what happened in each. @param {number} last */
function read(last) {
  /** @type {Map<string, Page>} */
  const found = new Map();
  const page = (/** @type {string} */ sector) => {
    const one = found.get(sector) ?? { sector, planes: [], lines: [] };
    found.set(sector, one);
    return one;
  };
  const number = app.entries[last]?.number;
  app.entries.forEach((entry, i) => {
    if (entry.what === "allocated" && entry.number === number) {
      for (const [id, sector] of Object.entries(entry.sectors ?? {})) page(String(sector)).planes.push({ id, side: entry.side ?? "" });
    } else if (i > last && entry.sector !== undefined && ["roles", "air-attack", "aborted"].includes(entry.what)) {
      page(String(entry.sector)).lines.push(entry.line);
    }
  });
  const sides = (/** @type {Page} */ one) => new Set(one.planes.map((plane) => plane.side)).size;
  const sectors = [...found.values()].sort((a, b) => sides(b) - sides(a) || Number(a.sector) - Number(b.sector));
  const flown = app.entries.slice(last + 1).filter((entry) => entry.phase === "missions" && entry.what !== "phase" && entry.turn === app.entries[last]?.turn);
  return flown.length ? [...sectors, { sector: "", planes: [], lines: flown.map((entry) => entry.line) }] : sectors;
}

function go() {
  clearTimeout(timer);
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  timer = window.setTimeout(() => {
    if (!open || at >= pages.length - 1) return;
    at += 1;
    render();
    go();
  }, EACH);
}

/** @param {number} by */
function turn(by) {
  clearTimeout(timer);
  at = Math.min(pages.length - 1, Math.max(0, at + by));
  render();
}

function close() {
  clearTimeout(timer);
  if (!open) return;
  open = false;
  byId("reveal").hidden = true;
  if (!app.decision?.sectors) hideSectors();
}

function render() {
  const one = pages[at];
  const box = byId("reveal");
  box.hidden = !open || !one;
  if (!one || box.hidden) return;
  const sides = (app.board?.sides ?? []).map((side) => h("div", { class: `wing side${sideNumber(side)}` }, h("h3", {}, capital(side)),
    h("ul", {}, ...one.planes.filter((plane) => plane.side === side).map((plane) => h("li", {}, app.nameOf(plane.id)))),
    one.planes.some((plane) => plane.side === side) ? null : h("p", { class: "note" }, "nobody")));
  box.replaceChildren(
    h("header", {}, h("h2", {}, one.sector ? `Sector ${one.sector}` : "Missions flown"), h("span", {}, `${at + 1} of ${pages.length}`),
      h("button", { type: "button", "aria-label": "Previous sector", disabled: at === 0, onclick: () => turn(-1) }, "‹"),
      h("button", { type: "button", "aria-label": "Next sector", disabled: at === pages.length - 1, onclick: () => turn(1) }, "›"),
      h("button", { type: "button", class: "quiet", onclick: close }, "Close")),
    one.sector ? h("div", { class: "wings" }, ...sides) : "",
    ...one.lines.map((line) => h("p", { class: "line" }, line)));
  const hexes = app.board?.sectors?.[one.sector] ?? [];
  const middle = hexes[Math.floor(hexes.length / 2)];
  if (middle && !app.mine) app.centre(middle);
  showSectors(one.sector ? [one.sector] : [], Object.fromEntries(pages.flatMap((page) => page.planes.map((plane) => [plane.id, Number(page.sector)]))), one.sector);
}
