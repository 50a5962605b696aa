// @ts-check
/** A strip above the map: connection lost, game deleted, an offer of the other player, your own offer. */

import { app } from "../app.js";
import { byId, h } from "../lib/dom.js";
import { nameOf } from "./people.js";
import { OTHER_SEAL } from "../lobby/verdict.js";
import { pledgeAnew, shareIsLost } from "./dice.js";
import { moment } from "./seat.js";

const LATE = 700; // a shorter interruption is not worth showing
let broken = false;
let timer = 0;
let key = "";
let lostShare = false;
const SOON = 24 * 3600_000; // milliseconds before a deadline in which it is shown

export function mountBanner() {
  app.on("state", () => void shareIsLost().then((lost_) => {
    if (lost_ === lostShare) return;
    lostShare = lost_;
    render();
  }));
  setInterval(render, 60_000); // time passes
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
  const playing = !app.gone && app.mode === "play" && !app.state?.ended;
  const times = playing ? clocks() : [];
  const waiting = playing ? diceWait() : "";
  const now = JSON.stringify([broken, app.gone, changed, offers, seen, app.state?.number, app.side, app.state?.names, times, waiting, lostShare]);
  if (now === key) return;
  key = now;
  const strips = [app.gone ? gone(app.gone) : broken && lost(), changed && strip("warn", `Warning: ${OTHER_SEAL}.`), offers.undo && undo(offers.undo), offers.draw && draw(offers.draw), offers.hints && hints(offers.hints),
    waiting && strip("own", waiting, ...(lostShare ? [button("Begin the dice anew", pledgeAnew)] : [])),
    ...times.map(({ words, claim }) => strip("ask", words, ...(claim ? [button("Claim the victory", () => app.act("claim"), "primary")] : [])))];
  const shown = strips.filter((strip) => strip instanceof Node);
  byId("banner").replaceChildren(...shown);
}

/** For whom the dice wait; empty once they are there, and while a seat is free. */
function diceWait() {
  const { sharing, open } = app.state ?? {};
  const missing = sharing?.missing ?? [];
  if (missing.length === 0 || open?.length) return "";
  if (lostShare) return "The dice wait for your part, and this browser does not have it: open the game where you took the seat, or begin the dice anew. The other player is told.";
  const others = missing.filter((side) => side !== app.side).map(nameOf);
  return others.length ? `The dice wait for ${others.join(" and ")}, whose page adds its part by itself when it is open. Until then you can do all that needs no dice.` : "";
}

/** Deadlines that are near or past. */
function clocks() {
  const { clock, deadlines } = app.state ?? {};
  if (!clock || !deadlines) return [];
  return Object.entries(deadlines).flatMap(([side, at]) => {
    const left = Date.parse(at) - Date.now();
    const mine = side === app.side;
    if (left > (mine ? SOON : 0)) return [];
    if (left > 0) return [{ words: `You must have moved by ${moment(at)}.`, claim: false }];
    return [{ words: mine ? "Your time for this move has run out." : `${nameOf(side)}'s time has run out.`, claim: !mine && app.side !== null && clock.then === "claim" }];
  });
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

/** @param {{by: string}} offer */
function hints({ by }) {
  if (by === app.side) return own("You have asked that the computer may help both sides.", "hints");
  return strip("ask", `${nameOf(by)} asks that the computer may help both sides: with hints, and by taking decisions for them.`, ...answers("hints", "Agree", "No help"));
}

/**
 * @param {string} words
 * @param {"undo" | "draw" | "hints"} offer
 */
function own(words, offer) {
  return strip("own", `${words} No answer yet.`, button("Withdraw", () => app.act("withdraw", { offer })));
}

/**
 * The two answers of a player; a spectator has none.
 * @param {"undo" | "draw" | "hints"} offer
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
