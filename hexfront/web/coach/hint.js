// @ts-check
/** "What should I do?": the computer's suggestion for the present decision, with its reason, drawn on the map. */

import { app } from "../app.js";
import { play } from "../decisions/actions.js";
import { byId, h } from "../lib/dom.js";
import { loadStyle } from "../lib/lazy.js";
import { onScreen } from "../map/map.js";
import { explanation } from "../status/why.js";

/** @typedef {import("../types.js").Hint} Hint */
/** @typedef {import("../types.js").Choice} Choice */

/** Where the card can lie, the usual corner first. */
const CORNERS = ["", "low", "left", "low left"];
const NEAR = 16; // half a hex on the screen
const OVER = 3; // hexes of the arrow that are rather covered than another card

/** @type {HTMLElement | null} */
let card = null;
/** What had the focus before the card. @type {HTMLElement | null} */
let before = null;
let listening = false;

/** Ask, and show the answer when it comes. */
export async function ask() {
  listen();
  await loadStyle("coach/hint.css");
  if (byId("sheet").dataset.kind === "recap" && !byId("sheet").hidden) app.emit("recap"); // its arrows are not the hint's
  if (!app.state?.hints) return agree();
  const planned = app.view?.planned;
  if (planned && (planned.started || (planned.target && planned.units.length))) {
    show("Finish this first", h("p", {}, "Finish or take back what you are doing, then ask again."));
    return;
  }
  show("The computer looks at your position …", h("progress", { "aria-label": "The computer thinks" }));
  if (planned) await play([[planned.target ? "cancel" : "stop"]], true);
  const reply = await app.ask("hint", {});
  if (!reply.ok && reply.error) show("No hint", h("p", {}, reply.error.message));
}

function listen() {
  if (listening) return;
  listening = true;
  app.on("hint", answer);
  app.on("state", () => card && Number(card.dataset.number) !== app.state?.number && card.dataset.kind === "hint" && close());
  app.on("mode", close);
}

/** Between people both must agree; at one screen with one press. */
function agree() {
  const asked = app.state?.offers.hints?.by === app.side;
  const mine = app.state?.me.length === 2;
  show("Hints are off",
    h("p", {}, mine
      ? "Two people play at this screen: the computer gives hints, or takes decisions for a side, only if both sides agree."
      : "You play against a person: the computer gives hints, or takes decisions for you, only if both of you agree."),
    asked && !mine ? h("p", { class: "note" }, "You have asked. No answer yet.")
      : button(mine ? "Both sides agree" : "Ask the other side", () => app.act("hints", { version: app.state?.version }).then(close), "primary"));
}

/** @param {Hint} hint */
function answer(hint) {
  if (!card) return; // it was closed meanwhile
  const { choice, bot } = hint;
  if (!choice) {
    show("No hint", h("p", {}, hint.error ?? "The computer found nothing."));
    return;
  }
  if (hint.number !== app.state?.number) {
    show("The game has moved on", h("p", {}, "Ask again."));
    return;
  }
  const choices = carriedOut(choice, hint.reason);
  draw(choice, hint.reason);
  show(words(choice),
    hint.reason ? explanation(hint.reason) : h("p", { class: "note" }, "It gives no reason for this one."),
    h("p", { class: "note" }, `By the ${bot}, from what your side sees. It is a suggestion, not the truth.`),
    h("p", { class: "buttons" }, button("Do it", () => void carryOut(choices), "primary"), button("Close", close)));
  if (card) card.dataset.kind = "hint";
  dodge();
}

/** Lay the card in the corner where it covers least of its own arrow, and nothing else that is open. */
function dodge() {
  if (!card) return;
  const { hexes, arrows = [] } = app.layers.get("hint") ?? {};
  const points = [...(hexes?.keys() ?? []), ...arrows.flatMap((arrow) => arrow.hexes)].map(onScreen);
  const open = ["sheet", "coach", "zoom", "stocks"].flatMap((id) => document.getElementById(id)?.getBoundingClientRect() ?? []);
  const bad = CORNERS.map((corner) => {
    if (card) card.className = corner;
    const box = card?.getBoundingClientRect() ?? new DOMRect();
    const over = open.filter((one) => one.left < box.right && one.right > box.left && one.top < box.bottom && one.bottom > box.top);
    const under = points.filter(([x, y]) => x > box.left - NEAR && x < box.right + NEAR && y > box.top - NEAR && y < box.bottom + NEAR);
    return under.length + over.length * OVER;
  });
  card.className = CORNERS[bad.indexOf(Math.min(...bad))] ?? "";
}

/** @param {Choice} choice */
function words(choice) {
  const [verb, what] = choice;
  const name = what === undefined ? "" : named(what);
  /** @type {Record<string, string>} */
  const own = { pick: `Move ${name}`, target: `Attack ${name}`, probe: `Probe ${name}`, place: `Place ${name}${choice[2] ? ` in ${named(choice[2])}` : ""}` };
  return own[String(verb)] ?? app.words(choice);
}

/** A unit by its name, a hex with its place. @param {string | number} what */
function named(what) {
  const place = app.board?.places.find((one) => one.hex === what);
  return place ? `${place.name} (${what})` : app.nameOf(what);
}

/**
 * The choices that carry a hint out, up to the point where there is no way back.
 * @param {Choice} choice
 * @param {Hint["reason"]} reason
 * @returns {Choice[]}
 */
function carriedOut(choice, reason) {
  const [verb] = choice;
  const way = reason?.ways?.[0] ?? [];
  if (verb === "pick" && way.length > 1) return [choice, ...way.slice(1).map((hex) => ["go", hex]), ["stop"]];
  if (verb === "target") return [choice, ...(reason?.units ?? []).map((unit) => ["join", unit])];
  return [choice];
}

/** @param {Choice[]} choices */
async function carryOut(choices) {
  close();
  const reply = await play(choices, true);
  const ended = choices.length > 1 && reply.error?.at === choices.length - 1; // it stopped by itself
  if (!reply.ok && reply.error && !ended) app.flash(reply.error.message, reply.error.rule);
}

/**
 * @param {Choice} choice
 * @param {Hint["reason"]} reason
 */
function draw(choice, reason) {
  const hexes = choice.slice(1).map(String).filter((part) => app.board?.hexes[part]);
  const units = [...(reason?.units ?? []), ...choice.slice(1).map(String)].flatMap((id) => app.unit(id)?.hex ?? []);
  const from = units[0];
  const to = hexes[0];
  const ways = reason?.ways?.length ? reason.ways : from && to && from !== to ? [[from, to]] : [];
  app.showHexes("hint", new Set([...hexes, ...units.slice(0, 1), ...ways.flatMap((way) => way.slice(-1))]), "focus");
  app.showArrows("hint", ways.filter((way) => way.length > 1).map((way) => ({ hexes: way, side: app.side ?? "", title: words(choice) })));
  const end = ways[0]?.[ways[0].length - 1] ?? to ?? from;
  if (end) app.centre(end);
}

/**
 * @param {string} title
 * @param {...(Node | null)} content
 */
function show(title, ...content) {
  if (!card) {
    before = /** @type {HTMLElement | null} */ (document.activeElement);
    card = h("section", { id: "hint", role: "dialog", "aria-labelledby": "hint-title", onkeydown: onKey });
    byId("board").append(card);
  }
  const shut = h("button", { type: "button", class: "close", "aria-label": "Close", onclick: close }, "×");
  card.dataset.kind = "";
  card.dataset.number = String(app.state?.number);
  card.replaceChildren(h("header", {}, h("h2", { id: "hint-title" }, title), shut), ...content.flatMap((one) => one ?? []));
  (/** @type {HTMLElement | null} */ (card.querySelector("button.primary")) ?? shut).focus();
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.key !== "Escape") return;
  event.stopPropagation();
  close();
}

function close() {
  if (!card) return;
  const inside = card.contains(document.activeElement);
  card.remove();
  card = null;
  app.clearLayer("hint");
  if (inside) before?.focus();
}

/**
 * @param {string} text
 * @param {() => unknown} act
 * @param {string} [className]
 */
function button(text, act, className = "") {
  return h("button", { type: "button", class: className, onclick: () => void act() }, text);
}
