// @ts-check
/** Placing: set-up, markers, arrivals: a piece from the tray, then a hex. */

import { app } from "../app.js";
import { counterIcon, printed } from "../map/counters.js";
import { play, together } from "./actions.js";
import { h } from "../lib/dom.js";
import { places } from "../lib/offer.js";
import { lying, markerIcon } from "../map/markers.js";
import { closeSheet, openSheet } from "./sheet.js";
import { goOn, suggest } from "./suggest.js";

/** @typedef {import("../types.js").Choice} Choice */
/** @typedef {import("../types.js").ButtonSpec} ButtonSpec */

/** The piece in hand. @type {string | null} */
let held = null;
/** The hexes open to each piece. @type {Map<string, Set<string>>} */
let open = new Map();
/** The view they were read from. @type {unknown} */
let sorted = null;

/** Read what is offered for each piece, once per view: there may be thousands of hexes. */
function sort() {
  if (app.view === sorted) return; // in a secret decision the number of choices stays as it is
  sorted = app.view;
  open = places(app.offer);
}

function tray() {
  const pieces = [...open.keys()];
  const groups = new Map();
  for (const piece of pieces) {
    const formation = app.board?.units[piece]?.formation ?? "";
    if (!groups.has(formation)) groups.set(formation, []);
    groups.get(formation).push(piece);
  }
  const lists = [...groups].map(([formation, members]) =>
    h("section", { class: "group" }, formation && h("h3", {}, formation),
      h("div", { class: "pieces" }, ...members.map(pieceButton))));
  const text =
    held && (open.get(held)?.size ?? 0) > 200 ? `Now click any hex for ${app.nameOf(held)}.` :
    held ? `Now click one of the highlighted hexes for ${app.nameOf(held)}.` :
    pieces.length ? "Click one, then a highlighted hex. Click it on the map to take it back." :
    "All are placed. Click one on the map to take it back.";
  return h("div", { class: "tray" }, h("h2", {}, app.decision?.title ?? "To be placed"),
    h("p", { class: "note" }, text), ...lists);
}

/** @param {string} piece */
function pieceButton(piece) {
  const unit = printed(piece);
  const picture = unit ? counterIcon(unit, 46) : markerIcon(piece);
  picture.setAttribute("aria-hidden", "true"); // the name says it
  const printedHex = app.board?.units[piece]?.hex ?? "";
  const from = app.decision?.all || open.get(piece)?.has(printedHex) ? printedHex : null;
  return h("button", {
      type: "button", class: `piece${piece === held ? " held" : ""}`,
      "aria-pressed": String(piece === held),
      title: app.nameOf(piece), data: { piece }, onclick: () => take(piece === held ? null : piece),
    }, picture, h("span", { class: "unseen" }, app.nameOf(piece), from ? ", printed hex " : ""), from && h("small", {}, from));
}

/** @param {string | null} piece */
function take(piece) {
  held = piece;
  show();
  app.emit("buttons");
  const hexes = [...(piece ? (open.get(piece) ?? []) : [])];
  const from = app.board?.units[piece ?? ""]?.hex ?? (hexes.length < 40 ? hexes[0] : undefined);
  if (from) app.centre(from);
}

function show() {
  sort();
  if (held && !open.has(held)) held = null;
  const hexes = held ? (open.get(held) ?? []) : [];
  const many = held !== null && (open.get(held)?.size ?? 0) > 200;
  app.showHexes("act", many ? [] : hexes, "act");
  const from = held ? app.board?.units[held]?.hex : null;
  app.showHexes("from", from ? [from] : [], "from");
  openSheet("tray", tray());
}

/** Hold the next piece, so that a set-up by hand is click, click, click. */
function next() {
  const one = [...open.keys()][0];
  if (app.decision?.in_turn && one) take(one);
}

/** @type {import("../types.js").Handler} */
export const placing = {
  name: "placing",
  show,
  hide() {
    held = null;
    app.clearLayer("act");
    app.clearLayer("from");
    closeSheet("tray");
  },
  async act(act) {
    if (held && open.get(held)?.has(act.hex) && !act.exact) {
      const piece = held;
      const reply = await play([["place", piece, act.hex]]);
      if (reply.ok) next();
      return true;
    }
    if (held) return false;
    const markers = lying().filter((one) => one.hex === act.hex);
    const choice =
      markers.flatMap((one) => app.offered("take", one.name))[0] ||
      (act.unit && app.offered("take", act.unit)[0]);
    if (!choice) return false;
    await play([choice]);
    take(String(choice[1]));
    return true;
  },
  meant(act) {
    if (held) return ["place", held, act.hex];
    return act.unit ? ["take", act.unit] : null;
  },
  live: () => new Map(app.offered("take").map((choice) => [String(choice[1]), "can"])),
  buttons() {
    sort();
    /** @type {ButtonSpec[]} */
    const buttons = [];
    const decision = app.decision;
    if (held) buttons.push({ label: `Put ${app.nameOf(held)} down`, do: () => take(null), key: "Escape", tone: "quiet" });
    if (held && app.offered("forfeit", held).length) {
      const piece = held;
      buttons.push({ label: app.words(["forfeit", piece]), do: () => play([["forfeit", piece]]) });
    }
    const untouched = open.size > 0 && !app.offered("take").length;
    if (decision?.at_once && untouched && !held) {
      buttons.push({ label: decision.at_once, do: () => together(atOnce), key: "g", tone: "primary" });
    }
    if (decision?.all && open.size) buttons.push({ label: decision.all, do: () => together(placeAll), key: "a", tone: untouched ? undefined : "primary" });
    if (decision?.settle && app.state?.suggests && open.size) buttons.push({ label: decision.settle, do: () => together(settle), key: "a" });
    if (app.offered("done").length) {
      const lost = decision?.lost ? open.size : 0;
      const label = lost ? `Done: ${lost} ${decision?.lost}` : (decision?.done ?? "Done");
      buttons.push({
        label, do: () => play([["done"]]), key: lost ? undefined : "e", tone: lost ? "danger" : "primary",
      });
    }
    return buttons;
  },
};

/** Place everything and be done; the game decides what else belongs to the set-up. */
async function atOnce() {
  await (app.decision?.all ? placeAll() : settle());
  if (app.offered("done").length) await play([["done"]]);
  await goOn(settingUp, false); // what else belongs to the set-up may come after the other side's
}

function settingUp() {
  return app.view?.phase.startsWith("setup") ?? false;
}

/** Let the game place what is left. */
async function settle() {
  held = null;
  await suggest();
}

/** Send every piece to its printed hex; where that is full, to the first hex that is open to it. */
async function placeAll() {
  held = null;
  const pieces = [...open.keys()];
  const printedHex = (/** @type {string} */ piece) => app.board?.units[piece]?.hex ?? "";
  const choices = pieces
    .filter((piece) => open.get(piece)?.has(printedHex(piece)))
    .map((piece) => /** @type {Choice} */ (["place", piece, printedHex(piece)]));
  // A refusal in the middle stops the list: go on after it until nothing more can be placed.
  for (let left = choices; left.length; ) {
    const reply = await play(left, true);
    if (reply.ok) break;
    left = left.slice((reply.error?.at ?? left.length) + 1);
  }
  for (const piece of pieces) {
    sort();
    const hex = [...(open.get(piece) ?? [])][0];
    if (hex) await play([["place", piece, hex]], true);
  }
}
