// @ts-check
/** A strip above the map: connection lost, game deleted, an offer of the other player, your own offer. */

import { app } from "../app.js";
import { byId, h } from "../lib/dom.js";
import { nameOf } from "./people.js";
import { OTHER_SEAL } from "../lobby/verdict.js";

const LATE = 700; // a shorter interruption is not worth showing
let broken = false;
let timer = 0;
let key = "";

export function mountBanner() {
  app.on("connection", (up) => {
    clearTimeout(timer);
    if (up) broken = false;
    else timer = window.setTimeout(() => { broken = true; render(); }, LATE);
    render();
  });
  for (const event of ["state", "mode", "gone"]) app.on(event, render);
  for (const event of ["online", "offline", "pageshow"]) window.addEventListener(event, () => app.checkConnection());
  document.addEventListener("visibilitychange", () => !document.hidden && app.checkConnection());
}

function render() {
  const offers = !app.gone && (app.mode === "play" || app.mode === "replay") ? (app.state?.offers ?? {}) : {};
  const seen = Object.keys(offers).length ? app.state?.version : null; // what an answer is to
  const changed = app.sealChanged && app.mode !== "curtain";
  const now = JSON.stringify([broken, app.gone, changed, offers, seen, app.state?.number, app.side, app.state?.names]);
  if (now === key) return;
  key = now;
  const strips = [app.gone ? gone(app.gone) : broken && lost(), changed && strip("warn", `Warning: ${OTHER_SEAL}.`), offers.undo && undo(offers.undo), offers.draw && draw(offers.draw)];
  const shown = strips.filter((strip) => strip instanceof Node);
  byId("banner").replaceChildren(...shown);
}

/** @param {string} words */
function gone(words) {
  return strip("warn", `${words} You see the last board this page received.`,
    h("a", { class: "button", href: "/" }, "Back to the lobby"));
}

function lost() {
  return strip("warn", "Connection lost. The page reconnects by itself; the game is saved.",
    button("Try now", () => app.checkConnection()));
}

/** @param {{by: string, to: number}} offer */
function undo({ by, to }) {
  const count = (app.state?.number ?? 0) - to;
  const what = count === 1 ? "the last choice" : `the last ${count} choices`;
  if (by === app.side) return own(`You have asked to take back ${what}.`, "undo");
  return strip("ask", `${nameOf(by)} asks to take back ${what}. Dice rolled since then will be rolled anew.`,
    ...answers("undo", "Allow it", "Refuse"));
}

/** @param {{by: string}} offer */
function draw({ by }) {
  if (by === app.side) return own("You have offered a draw.", "draw");
  return strip("ask", `${nameOf(by)} offers a draw.`, ...answers("draw", "Accept the draw", "Play on"));
}

/**
 * @param {string} words
 * @param {"undo" | "draw"} offer
 */
function own(words, offer) {
  return strip("own", `${words} No answer yet.`, button("Withdraw", () => app.act("withdraw", { offer })));
}

/**
 * The two answers of a player; a spectator has none.
 * @param {"undo" | "draw"} offer
 * @param {string} yes
 * @param {string} no
 */
function answers(offer, yes, no) {
  if (app.side === null) return [];
  const version = app.state?.version;
  return [
    button(yes, () => app.act("answer", { offer, yes: true, version }), "primary"),
    button(no, () => app.act("answer", { offer, yes: false, version })),
  ];
}

/**
 * @param {string} kind
 * @param {string} words
 * @param {...HTMLElement} buttons
 */
function strip(kind, words, ...buttons) {
  return h("div", { class: `strip ${kind}` }, h("p", {}, words), h("div", { class: "buttons" }, ...buttons));
}

/**
 * @param {string} text
 * @param {() => unknown} act
 * @param {string} [className]
 */
function button(text, act, className = "") {
  return h("button", { type: "button", class: className, onclick: () => void act() }, text);
}
