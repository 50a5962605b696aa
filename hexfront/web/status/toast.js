// @ts-check
/** One sentence for a moment, with the rule it comes from; and the die when it is rolled. */

import { app } from "../app.js";
import { byId, h, ruleLink, s } from "../lib/dom.js";
import { meaning, tone } from "../decisions/odds.js";

const STAYS = 7000;
let timer = 0;
let said = -1; // the version of the game that the sentence was about
let dieTimer = 0;
let heard = -1;
let mine = false; // whether this player was asked before

export function mountToast() {
  app.on("flash", ({ message, rule }) => say(message, rule));
  app.on("state", () => said !== app.state?.version && hush()); // the game has gone on
  app.on("state", showDie);
}

/**
 * @param {string} message
 * @param {string | null} rule
 */
function say(message, rule) {
  const toast = byId("toast");
  toast.replaceChildren(
    h("span", {}, message),
    ...(rule ? [ruleLink(rule, (one) => app.openRule(one))] : []),
    h("button", { type: "button", class: "close", "aria-label": "Close", onclick: hush }, "×"),
  );
  toast.classList.add("shown");
  said = app.state?.version ?? -1;
  clearTimeout(timer);
  timer = window.setTimeout(hush, STAYS);
}

function hush() {
  byId("toast").classList.remove("shown");
}

const SPOTS = /** @type {Record<number, [number, number][]>} */ ({
  1: [[0, 0]],
  2: [[-8, -8], [8, 8]],
  3: [[-9, -9], [0, 0], [9, 9]],
  4: [[-8, -8], [8, -8], [-8, 8], [8, 8]],
  5: [[-9, -9], [9, -9], [0, 0], [-9, 9], [9, 9]],
  6: [[-8, -10], [8, -10], [-8, 0], [8, 0], [-8, 10], [8, 10]],
});

/**
 * A die.
 * @param {number} number
 */
export function die(number) {
  return s("svg", { class: "die", viewBox: "-20 -20 40 40", width: 44, height: 44, role: "img", "aria-label": `die ${number}` },
    s("rect", { x: -18, y: -18, width: 36, height: 36, rx: 7 }),
    ...(SPOTS[number]?.map(([cx, cy]) => s("circle", { cx, cy, r: 3.6 })) ??
      [s("text", { y: 7, "text-anchor": "middle", "font-size": 20 }, String(number))])); // more than a face
}

/** Show the last combat's die and what it means. */
function showDie() {
  const state = app.state;
  if (!state || app.mode !== "play") return;
  const fresh = state.since > 0 && heard >= 0;
  const own = mine && state.number === heard + 1;
  heard = state.number;
  mine = app.mine;
  const results = fresh ? state.entries.filter((entry) => entry.what === "result") : [];
  const last = results[results.length - 1];
  if (!last) return fresh && own ? showRoll(state.entries) : undefined;
  const number = last.die ?? Number(/die (\d)/.exec(last.line)?.[1] ?? 0);
  const code = last.result ?? /: ([A-Z0-9+]+)\.$/.exec(last.line)?.[1] ?? "";
  const means = meaning(code);
  const card = h("div", { class: `card ${tone(code, last.side ?? state.view.combat?.side)}` },
    number ? die(number) : null,
    h("div", {}, h("b", {}, code || "Combat"), h("span", {}, means || last.line),
      h("small", {}, `Attack on ${last.hexes[0] ?? ""}`)));
  showCard(card);
}

/** Show the one die of a step that is no combat: what it was rolled for says the log. @param {import("../types.js").Entry[]} entries */
function showRoll(entries) {
  const rolled = entries.filter((entry) => entry.what !== "move" && /\bdie \d\b/.test(entry.line));
  const [last] = rolled;
  if (!last || rolled.length > 1) return;
  const number = Number(/\bdie (\d)/.exec(last.line)?.[1]);
  showCard(h("div", { class: "card roll" }, die(number), h("span", {}, last.line)));
}

/** @param {HTMLElement} card */
function showCard(card) {
  byId("dice").replaceChildren(card);
  clearTimeout(dieTimer);
  dieTimer = window.setTimeout(() => byId("dice").replaceChildren(), 5200);
}
