// @ts-check
/** The prompt: always one sentence that says who is to do what, and the buttons for it. */

import { app } from "../app.js";
import { byId, h, ruleLink } from "../lib/dom.js";
import { listed } from "../lib/offer.js";
import { PACES } from "../lib/pace.js";
import { ending, secretWords, waitedFor } from "../status/people.js";
import { lastOrders } from "../status/why.js";
import { askBack, lastWasMine, play, takeBack } from "./actions.js";
import { asides, asideWords } from "./aside.js";
import { handler } from "./controls.js";

/** @typedef {import("../types.js").ButtonSpec} ButtonSpec */

/** @type {ButtonSpec[]} */
let shown = [];
let connected = true;

/** With more buttons than these, or so many letters on them, the sentence needs the place of the pace and of "Why did it do that?". */
const ROOM = 4;
const LETTERS = 56;

export function mountPrompt() {
  for (const event of ["state", "mode", "buttons", "live", "hosted", "presence", "gone"]) app.on(event, render);
  app.on("connection", (up) => {
    connected = up;
    render();
  });
  app.on("thinking", showThinking);
  app.on("moment", render);
  document.addEventListener("keydown", onKey);
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.closest("input, textarea, select, dialog[open]") || app.mode !== "play") return;
  const button = shown.find((one) => (one.key === event.key || one.also === event.key) && !one.disabled);
  if (!button) return;
  event.preventDefault();
  void button.do();
}

/** The sentence. */
function sentence() {
  const view = app.view;
  if (app.gone) return app.gone;
  if (!connected) return "Connection lost; trying to reconnect.";
  if (!view) return "";
  if (app.task) return app.task;
  if (app.mode === "replay") return `Replay: turn ${view.turn}, ${phase()}.`;
  const end = ending();
  if (end) return `The game is over: ${end.words}.`;
  const secret = secretWords();
  if (app.mine) return asideWords() ?? [view.decision?.prompt, secret].filter(Boolean).join(" ");
  if (secret) return `${app.hosted && app.side === null ? "You are watching. " : ""}${secret}`;
  const side = view.decision?.side;
  if (!side) return "";
  const look = app.hosted && app.side === null ? "You are watching. " : "";
  return `${look}${waitedFor(side)}: ${phase()} …`;
}

function phase() {
  const view = app.view;
  return view ? (app.board?.phase_names[view.phase] ?? view.phase) : "";
}

/** Where in the turn that is, and what the decision is about: a small line over the sentence. */
function headline() {
  const view = app.view;
  if (!view || !app.mine || app.gone || app.mode === "replay" || ending()) return [];
  const about = asideWords() ? undefined : app.decision?.about;
  return [h("b", {}, view.impulse ? `${phase()}, impulse ${view.impulse}` : phase()),
    ...(about ? [h("span", { title: about[0] }, about[0]), ruleLink(about[1], (rule) => app.openRule(rule))] : [])];
}

/** @returns {ButtonSpec[]} */
function buttons() {
  /** @type {ButtonSpec} */
  const undo = { label: "Undo", do: takeBack, key: "u", tone: "quiet", title: "Take back the last move or action", verb: "undo" };
  const committed = app.mode === "play" && !app.gone && !!app.state?.secret && app.state.undo;
  if (!app.mine && committed && connected) return [undo]; // until the plans are opened
  if (!app.mine || !connected) return [];
  const at = handler();
  /** @type {ButtonSpec[]} */
  const list = at ? at.buttons() : plain();
  if (app.decision?.by !== "claiming" && !asideWords()) list.unshift(...asides());
  list.unshift({ label: "Hint", do: hint, key: "h", tone: "quiet", title: "What should I do? Ask the computer", verb: "hint" });
  if (app.state?.undo) {
    list.unshift(undo);
  } else if (app.state?.ask_undo && app.hosted && lastWasMine() && !app.state.offers.undo) {
    list.unshift({
      label: "Ask to undo", do: askBack, key: "u", tone: "quiet",
      title: "Dice were rolled or something hidden was revealed: the other player must agree",
    });
  }
  return list;
}

function hint() {
  return import("../coach/hint.js").then(({ ask }) => ask(), () => app.flash("The hint could not be loaded."));
}

/** A decision without controls of its own: every choice as a button. @returns {ButtonSpec[]} */
function plain() {
  const first = [];
  for (const choice of listed(app.offer)) {
    first.push(choice);
    if (first.length === 24) break;
  }
  return first.map((choice) => ({
    label: choice.join(" "),
    do: () => play([choice]),
  }));
}

/** @param {ButtonSpec} spec */
function button(spec) {
  return h("button", {
      type: "button", class: spec.tone ?? "", title: spec.title, disabled: spec.disabled, data: spec.verb ? { verb: spec.verb } : null,
      onclick: () => void spec.do(),
    },
    spec.label,
    spec.hint && h("span", { class: "hint" }, spec.hint),
    spec.key && h("kbd", { "aria-hidden": "true" }, spec.key === "Escape" ? "Esc" : spec.key.toUpperCase()));
}

/** How fast the computer plays. */
function paces() {
  const bots = Object.values(app.state?.seats ?? {}).some((who) => who !== "human");
  if (!bots || ending() || app.mode === "replay") return null;
  const select = h("select", {
    "aria-label": "Pace of the computer",
    onchange: () => (app.pace = Number(select.value)),
  }, ...PACES.map(({ value, text }) =>
    h("option", { value, selected: Number(value) === app.pace }, text)));
  return h("label", { class: "pace" }, "Computer ", select);
}

const progress = h("progress", { max: 1, "aria-label": "Progress of the computer" });
const about = h("span", { class: "about" });
const answer = h("button", {
  type: "button", title: "Let it take the best it has found so far", onclick: () => void app.ask("stop", {}),
}, "Answer now");
const thinking = h("div", { class: "thinking", hidden: true }, progress, about, answer);
const why = h("button", { type: "button", class: "quiet", hidden: true, onclick: () => app.emit("why") },
  "Why did it do that?");

/** The computer's progress; updated often, so no element is made anew. */
function showThinking() {
  const now = app.mode === "replay" ? null : app.thinking;
  thinking.hidden = !now;
  if (!now) return;
  if (now.share === null) progress.removeAttribute("value");
  else progress.value = now.share;
  about.textContent = now.what;
  about.title = now.what;
  const people = Object.values(app.state?.seats ?? {}).includes("human");
  answer.hidden = people && app.side === null;
  answer.disabled = now.stopping;
  answer.textContent = now.stopping ? "Answering …" : "Answer now";
}

function render() {
  const bar = byId("prompt");
  const side = app.view?.decision?.side ?? "";
  const number = app.board?.sides.indexOf(side) ?? -1;
  bar.dataset.side = app.view?.result || number < 0 ? "" : String(number);
  bar.dataset.mine = String(app.mine);
  shown = buttons();
  bar.classList.toggle("crowded", shown.length > ROOM || shown.reduce((sum, { label }) => sum + label.length, 0) > LETTERS);
  showThinking();
  why.hidden = (app.mode !== "play" && app.mode !== "replay") || lastOrders().length === 0;
  const words = sentence();
  const text = bar.querySelector(".words");
  if (text) {
    if (text.textContent !== words) text.textContent = words;
    bar.querySelector(".headline")?.replaceChildren(...headline());
    bar.querySelector(".buttons")?.replaceChildren(...shown.map(button));
    const pace = paces();
    const slot = bar.querySelector(".slot");
    if (!app.mine || !slot?.firstChild !== !pace) slot?.replaceChildren(...(pace ? [pace] : []));
    return;
  }
  const pace = paces();
  bar.replaceChildren(
    h("span", { class: "lamp", "aria-hidden": "true" }),
    h("div", { class: "asked" }, h("p", { class: "headline" }, ...headline()), h("p", { class: "words" }, words)),
    thinking,
    why,
    h("div", { class: "slot" }, pace),
    h("div", { class: "buttons" }, ...shown.map(button)),
  );
}
