// @ts-check
/** The head of the page: turn, weather, air, victory points, and the phases of the turn. */

import { app } from "./app.js";
import { byId, capital, h, s } from "./dom.js";
import { sideNumber } from "./counters.js";

const WEATHER = /** @type {Record<string, string>} */ ({
  storm: "M6 13a4 4 0 0 1 .6-8A5 5 0 0 1 16 6.4 3.4 3.4 0 0 1 15.6 13ZM8 15l-1.4 4M12 15l-1.4 4M16 15l-1.4 4",
  thaw: "M11 2C14 7 17 10 17 13.6A6 6 0 0 1 5 13.6C5 10 8 7 11 2Z",
  frost: "M11 2V20M3.2 6.5 18.8 15.5M18.8 6.5 3.2 15.5M8.6 3.6 11 6 13.4 3.6M8.6 18.4 11 16 13.4 18.4",
});
const AIRCRAFT =
  "M0-12.5C1.3-12.5 1.6-10 1.6-7.6L12-4.2V-1.6L1.6-2.8 1 1.4 4 3.2V4.8L0 4 -4 4.8V3.2L-1 1.4-1.6-2.8-12-1.6V-4.2L-1.6-7.6C-1.6-10-1.3-12.5 0-12.5Z";

export function mountTrack() {
  app.on("state", render);
  app.on("mode", render);
}

let key = "";

function render() {
  const view = app.view;
  const board = app.board;
  if (!view || !board || app.mode === "lobby") return;
  const now = JSON.stringify([view.turn, view.phase, view.impulse, view.weather, view.vp, view.markers.air, view.result, app.table]);
  if (now === key) return;
  key = now;
  const openVp = document.querySelector("#vp[open]") !== null;
  byId("top").replaceChildren(
    h("h1", {}, h("a", { class: "brand", href: "/", title: "To the lobby" }, "Hexfront")),
    h("div", { class: "facts" }, turnBox(), weatherBox(), airBox(), vpBox(openVp)),
    h("ol", { class: "track", "aria-label": "Phases of the turn" }, ...board.track.map(box)),
  );
}

function turnBox() {
  const turns = app.board?.turns ?? 0;
  const turn = app.view?.turn ?? 0;
  const dots = Array.from({ length: turns }, (_, i) =>
    h("span", { class: i + 1 < turn ? "past" : i + 1 === turn ? "now" : "" }));
  return h("div", { class: "fact turn", title: `Turn ${turn} of ${turns}` },
    h("small", {}, "Turn"), h("b", {}, turn), h("span", { class: "dots", "aria-hidden": "true" }, ...dots),
    h("span", { class: "unseen" }, ` of ${turns}`));
}

function weatherBox() {
  const weather = app.view?.weather ?? "";
  const picture = s("svg", { viewBox: "0 0 22 22", class: "sign", "aria-hidden": "true" },
    s("path", { d: WEATHER[weather] ?? "" }));
  return h("div", { class: "fact weather" }, h("small", {}, "Weather"), picture, h("b", {}, capital(weather)));
}

function airBox() {
  const air = Object.entries(app.view?.markers.air ?? {}).filter(([, markers]) => markers > 0);
  const [side, markers] = air[0] ?? ["", 0];
  const words = markers ? `${capital(side)} air superiority, ${markers} markers` : "No aircraft";
  const picture = s("svg", { viewBox: "-15 -15 30 22", class: `sign plane side${sideNumber(side)}`, "aria-hidden": "true" },
    s("path", { d: AIRCRAFT }));
  return h("div", { class: "fact air", title: words }, h("small", {}, "Air"), markers ? picture : null,
    h("b", {}, markers ? `${capital(side)} ${markers}` : "none"));
}

const SOURCES = /** @type {const} */ ([
  ["territory", "Towns and forts held"],
  ["divisions", "Divisions lost while cut off"],
  ["exits", "Corps that left the map"],
  ["out_of_communications", "Places cut off at the end"],
]);

/** The reckoning of the victory points. */
export function reckoning() {
  const vp = app.view?.score;
  const rows = SOURCES.map(([source, words]) =>
    h("tr", {}, h("td", {}, words), h("td", { class: "number" }, vp?.[source] ?? 0)));
  const chart = app.board?.charts.find((one) => one.rule === "4.3");
  return h("div", { class: "reckoning" },
    h("table", {}, h("tbody", {}, ...rows),
      h("tfoot", {}, h("tr", {}, h("td", {}, "Soviet points"), h("td", { class: "number" }, vp?.total ?? 0)))),
    chart && h("ul", {}, ...chart.rows.map((row) => h("li", {}, `${row[0]}: ${row[1]}`))));
}

/** @param {boolean} open */
function vpBox(open) {
  const total = app.view?.vp ?? 0;
  return h("details", { class: "fact vp", id: "vp", open },
    h("summary", { "aria-label": `VP ${total}: victory points and what they come from` },
      h("small", {}, "VP "), h("b", {}, total)),
    h("div", { class: "pop" }, reckoning()));
}

/** @param {import("./types.js").TrackBox} one */
function box(one) {
  const view = app.view;
  const here = !!view && one.phases.includes(view.phase) && (!one.impulse || one.impulse === view.impulse);
  const phase = here && view ? (app.board?.phase_names[view.phase] ?? "") : "";
  const side = one.side ? `side${sideNumber(one.side)}` : "both";
  return h("li", { class: `${side}${here ? " here" : ""}`, title: one.title, "aria-current": here ? "step" : null },
    h("span", { class: "number" }, one.number),
    h("span", { class: "title" }, here && phase ? phase : one.title));
}
