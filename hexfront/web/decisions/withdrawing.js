// @ts-check
/** Retreats by a way: each way of the beaten force with what it costs, chosen on the map or in the sheet. */

import { app } from "../app.js";
import { h } from "../lib/dom.js";
import { middle, whereabouts } from "../map/geometry.js";
import { play } from "./actions.js";
import { composing } from "./composing.js";
import { closeSheet, openSheet } from "./sheet.js";

/** @typedef {import("../types.js").Choice} Choice */
/** @typedef {import("../types.js").HexMark} HexMark */
/** @typedef {{path: string[], chosen: string[], lost: string[], status: Record<string, string>, makes_way: boolean, words: string, short: string}} Way */

/** So many ways are listed at once; all of them are on the map. */
const FEW = 5;

/** The ways, the cheapest first. @type {Way[]} */
let ways = [];
/** The hex that the force is in. @type {string | null} */
let from = null;
/** @type {unknown} */
let read = null;

/** Whether a hex is to be chosen now; others that make way and losses are composed. */
const going = () => app.offered("retreat").length > 0;

async function learn() {
  if (read === app.view) return;
  const now = (read = app.view);
  ways = [];
  const reply = await app.ask("query", { name: "retreat" });
  if (read !== now || !reply.ok || !going()) return;
  const found = /** @type {{units: string[], ways: Way[]}} */ (reply.found);
  ways = found.ways;
  from = app.unit(found.units[0] ?? "")?.hex ?? null;
  render();
}

/** The cheapest way that ends in a hex, or begins with it. @param {string} hex */
function wayTo(hex) {
  return ways.find((way) => way.path[way.path.length - 1] === hex) ?? ways.find((way) => way.path[0] === hex) ?? null;
}

/** @param {Way | null} way */
function showWay(way) {
  if (!way || !from) return app.clearLayer("path");
  const harm = way.lost.length > 0 || way.makes_way || Object.keys(way.status).length > 0;
  app.showPaths("path", [[from, ...way.path]], harm ? "path risk" : "path");
  queueMicrotask(() => app.emit("info", way.words)); // after the hex itself
}

/** Where a way ends, in words. @param {Way} way */
function ending(way) {
  const end = way.path[way.path.length - 1] ?? "";
  const place = whereabouts(middle(end));
  return `To ${end}${place && `, ${place}`}`;
}

/** @param {Way} way */
async function take(way) {
  app.clearLayer("path");
  await play(way.chosen.map((hex) => /** @type {Choice} */ (["retreat", hex])));
}

function render() {
  /** @type {Map<string, HexMark>} */
  const marks = new Map(app.offered("retreat").map((choice) => [String(choice[1]), {}]));
  for (const way of [...ways].reverse()) { // the cheapest is written last
    marks.set(way.path[way.path.length - 1] ?? "", { label: way.short.replace("-", "−") || "✓", title: way.words });
  }
  app.showHexes("act", marks, "act");
  app.showHexes("from", from ? [from] : [], "from");
  const told = new Set(); // of several ways that cost the same and end together one will do
  const some = ways.filter((way) => {
    const end = `${way.path[way.path.length - 1]} ${way.words}`;
    return !told.has(end) && told.add(end);
  });
  const rows = some.map((way) => h("button", {
      type: "button", class: "word way", onclick: () => void take(way), onpointerenter: () => showWay(way),
      onfocus: () => showWay(way), onpointerleave: () => showWay(null),
    }, h("span", {}, ending(way), h("small", {}, way.words,
      way.lost.length ? `: ${way.lost.map((id) => app.nameOf(id)).join(", ")}` : "", ` · ${way.path.join(" → ")}`))));
  openSheet("orders", h("div", { class: "orders" }, h("h2", {}, "Retreat paths"),
    h("p", { class: "note" }, "Click the hex where the retreat ends, or a path; the cheapest comes first."),
    h("div", { class: "words" }, ...rows.slice(0, FEW)),
    rows.length > FEW && h("details", {}, h("summary", {}, `${rows.length - FEW} more`), h("div", { class: "words" }, ...rows.slice(FEW)))));
  if (from) app.centre(from); // beside the sheet
  app.emit("buttons");
}

/** @type {import("../types.js").Handler} */
export const withdrawing = {
  name: "withdrawing",
  show() {
    if (!going()) return composing.show();
    composing.hide();
    void learn();
  },
  hide() {
    composing.hide();
    ways = [];
    read = null;
    for (const layer of ["act", "from", "path"]) app.clearLayer(layer);
    closeSheet("orders");
  },
  hover(hex) {
    if (going()) showWay(hex ? wayTo(hex) : null);
  },
  async act(act) {
    if (!going()) return composing.act(act);
    const way = wayTo(act.hex);
    const step = app.offered("retreat", act.hex);
    if (!way && !step.length) return false;
    if (act.touch && app.hovered !== act.hex) {
      app.hover(act.hex); // the first tap shows the way, the second takes it
      return true;
    }
    if (way) await take(way);
    else await play(step.slice(0, 1));
    return true;
  },
  meant: (act) => (going() ? ["retreat", act.hex] : (composing.meant?.(act) ?? null)),
  live: () => (going() ? new Map() : composing.live()),
  buttons() {
    if (!going()) return composing.buttons();
    const best = ways[0];
    return best ? [{ label: `Retreat to ${best.path[best.path.length - 1]}`, hint: best.words, do: () => take(best), key: "a", tone: "primary" }] : [];
  },
};
