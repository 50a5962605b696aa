// @ts-check
/** The replay: any moment of the game, by choice, phase or turn, and "play on from here". */

import { app } from "../app.js";
import { s } from "../lib/dom.js";
import { fetchJson, postJson } from "../lib/http.js";
import { ending } from "../status/people.js";
import { button, capital, complain, field, h } from "./parts.js";

/** @typedef {import("../types.js").Entry} Entry */
/** @typedef {import("../types.js").Replay} Replay */
/** @typedef {import("../types.js").TimeMark} TimeMark */
/** @typedef {import("../types.js").View} View */

const KEPT = 60; // moments remembered
const SPEEDS = [
  { value: "1200", text: "slow" },
  { value: "500", text: "steady" },
  { value: "150", text: "fast" },
];

/** The knobs' signs, each in a field of 24 by 16. */
const SIGNS = {
  first: "M4 2V14M20 2 11 8 20 14Z",
  turnBack: "M3 2V14M13 2 6 8 13 14ZM22 2 15 8 22 14Z",
  phaseBack: "M12 2 5 8 12 14ZM20 2 13 8 20 14Z",
  back: "M16 2 8 8 16 14Z",
  play: "M7 1 19 8 7 15Z",
  pause: "M7 2H10V14H7ZM14 2H17V14H14Z",
  on: "M8 2 16 8 8 14Z",
  phaseOn: "M4 2 11 8 4 14ZM12 2 19 8 12 14Z",
  turnOn: "M2 2 9 8 2 14ZM11 2 18 8 11 14ZM21 2V14",
  last: "M4 2 13 8 4 14ZM20 2V14",
};

/** @param {keyof typeof SIGNS} sign */
function icon(sign) {
  return s("svg", { class: "icon", viewBox: "0 0 24 16", "aria-hidden": "true" }, s("path", { d: SIGNS[sign] }));
}

/** @param {HTMLElement} element */
export function mount(element) {
  /** @type {Replay | null} */
  let game = null;
  let side = "";
  let at = 0;
  let speed = 500;
  /** @type {number | null} */
  let timer = null;
  /** @type {Map<string, View>} */
  const moments = new Map();
  /** @type {number | null} */
  let wanted = null;
  let fetching = false;

  const slider = h("input", {
    type: "range", min: 0, max: 0, step: 1, "aria-label": "Moment of the game",
    oninput: () => {
      pause();
      go(Number(slider.value));
    },
  });
  const ticks = h("div", { class: "replay-ticks" });
  const where = h("strong", { class: "replay-where" });
  const what = h("span", { class: "replay-what" });
  const why = button("Why?", () => app.emit("why", explained()), {
    hidden: true, title: "Why did the computer do that?",
  });
  const play = button("", () => (timer === null ? start() : pause()), {
    class: "replay-play", title: "Play or pause (p)",
  });
  /**
   * @param {keyof typeof SIGNS} sign
   * @param {string} label
   * @param {() => void} act
   */
  const knob = (sign, label, act) => {
    const made = button("", () => {
      pause();
      act();
    }, { "aria-label": label, title: label });
    made.append(icon(sign));
    return made;
  };
  const looks = h("span", { class: "replay-looks" });
  const fork = button("Play on from here", () => openFork(), { class: "replay-fork" });
  const forkBox = h("form", { class: "replay-seats", hidden: true, onsubmit: playOn });
  element.classList.add("replay");
  element.append(
    h("div", { class: "replay-line" }, where, what, why, button("Back to the game", close, { class: "replay-close" })),
    h("div", { class: "replay-slide" }, ticks, slider),
    h(
      "div",
      { class: "replay-knobs" },
      h(
        "div",
        { class: "knobs", role: "group", "aria-label": "Steps" },
        knob("first", "To the beginning", () => go(0)),
        knob("turnBack", "A turn back ({)", () => jump(-1, turns())),
        knob("phaseBack", "A phase back ([)", () => jump(-1, phases())),
        knob("back", "A choice back (,)", () => go(at - 1)),
        play,
        knob("on", "A choice forward (.)", () => go(at + 1)),
        knob("phaseOn", "A phase forward (])", () => jump(1, phases())),
        knob("turnOn", "A turn forward (})", () => jump(1, turns())),
        knob("last", "To the end", () => go(Infinity)),
      ),
      field("Speed", SPEEDS, String(speed), (value) => {
        speed = Number(value);
      }),
      looks,
      fork,
    ),
    forkBox,
  );
  pause();
  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });

  const phases = () => [...new Set([0, ...(game?.marks ?? []).map((mark) => mark.number)])];
  const turns = () => [0, ...(game?.marks ?? []).filter((mark) => mark.what === "turn").map((mark) => mark.number)];

  /**
   * To the next or the last of some numbers.
   * @param {number} by
   * @param {number[]} numbers
   */
  function jump(by, numbers) {
    const next = by > 0 ? numbers.find((n) => n > at) : numbers.filter((n) => n < at).pop();
    go(next ?? (by > 0 ? Infinity : 0));
  }

  /** @param {number} [from] */
  async function open(from) {
    if (!app.table || app.mode === "curtain") return;
    side = app.side ?? (ending() ? "all" : "");
    await load();
    if (!game) return;
    element.hidden = false;
    element.ownerDocument.body.classList.add("replaying");
    element.ownerDocument.body.classList.remove("unfolded"); // a small screen has no room for both
    go(from ?? game.choices);
    slider.focus();
  }

  async function load() {
    moments.clear();
    try {
      game = /** @type {Replay} */ (await fetchJson(`/api/tables/${app.table}/replay?side=${side}`));
    } catch (error) {
      complain(error);
      return;
    }
    slider.max = String(game.choices);
    drawTicks(game);
    drawLooks();
    fork.hidden = app.hosted && !ending(); // no trying out the other side's replies while the game runs
  }

  /** @param {Replay} replay */
  function drawTicks(replay) {
    ticks.replaceChildren();
    const all = Math.max(1, replay.choices);
    const seen = new Set();
    for (const mark of replay.marks) {
      const turn = mark.what === "turn";
      const key = `${mark.number} ${turn}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const tick = turn
        ? button(String(mark.turn), () => go(mark.number), { class: "tick-turn", tabindex: "-1", title: `Turn ${mark.turn}` })
        : h("i", { class: "tick" });
      tick.style.left = `${(100 * mark.number) / all}%`;
      ticks.append(tick);
    }
  }

  function drawLooks() {
    const over = ending() !== null;
    const sides = app.board?.sides ?? [];
    /** @type {{value: string, text: string}[]} */
    const values = over
      ? [...sides.map((name) => ({ value: name, text: capital(name) })), { value: "all", text: "everything" }]
      : [{ value: app.side ?? "", text: app.side ? capital(app.side) : "spectator" }];
    looks.replaceChildren(
      field("Seen by", values, side, async (value) => {
        side = value;
        await load();
        go(at);
      }),
    );
  }

  /** @param {number} number */
  function go(number) {
    if (!game || element.hidden) return;
    at = Math.max(0, Math.min(game.choices, number));
    slider.value = String(at);
    tell();
    app.emit("moment", at);
    wanted = at;
    void fetchMoments();
  }

  /** Only the moment that is wanted last is fetched. */
  async function fetchMoments() {
    if (fetching) return;
    fetching = true;
    try {
      while (wanted !== null && !element.hidden) {
        const number = wanted;
        const key = `${side} ${number}`;
        let view = moments.get(key);
        if (!view) {
          const reply = await fetchJson(`/api/tables/${app.table}/at/${number}?side=${side}`);
          view = /** @type {View} */ (reply.view);
          moments.set(key, view);
          if (moments.size > KEPT) moments.delete(moments.keys().next().value ?? "");
        }
        if (wanted === number) wanted = null;
        if (!element.hidden) {
          app.showView(view);
          light(number);
        }
      }
    } catch (error) {
      wanted = null;
      pause();
      complain(error);
    } finally {
      fetching = false;
    }
  }

  /** @param {number} number */
  function light(number) {
    const logged = (game?.entries ?? []).filter((entry) => entry.number === number && entry.hexes.length > 0);
    app.showHexes("replay", logged.flatMap((entry) => entry.hexes), "focus");
    app.showPaths("replay", logged.filter((entry) => entry.hexes.length > 1).map((entry) => entry.hexes), "focus");
  }

  /** The last entry that the computer can explain. */
  function explained() {
    const entries = game?.entries ?? [];
    const number = last(entries, at)?.number;
    return entries.filter((entry) => entry.number === number && entry.why !== undefined);
  }

  function tell() {
    const mark = last(game?.marks ?? [], at);
    const entry = last(game?.entries ?? [], at);
    const names = app.board?.phase_names ?? {};
    const phase = mark?.phase ? (names[mark.phase] ?? mark.phase) : "";
    where.textContent = mark
      ? `Turn ${mark.turn}${phase ? ` · ${phase}` : ""}${mark.impulse ? ` ${mark.impulse}` : ""}`
      : "Set-up";
    what.textContent = entry ? entry.line : "";
    why.hidden = explained().length === 0;
    slider.setAttribute("aria-valuetext", `${at} of ${game?.choices ?? 0}: ${where.textContent}`);
  }

  function start() {
    if (at >= (game?.choices ?? 0)) go(0);
    sign("pause", "Pause");
    tick();
  }

  /** On to the next choice that has an entry in the log. */
  function tick() {
    const next = game?.entries.find((entry) => entry.number > at);
    if (!next) {
      go(Infinity);
      pause();
      return;
    }
    if (!fetching) go(next.number);
    timer = window.setTimeout(tick, speed);
  }

  function pause() {
    if (timer !== null) window.clearTimeout(timer);
    timer = null;
    sign("play", "Play");
  }

  /**
   * @param {keyof typeof SIGNS} shape
   * @param {string} label
   */
  function sign(shape, label) {
    if (play.getAttribute("aria-label") === label) return;
    play.replaceChildren(icon(shape));
    play.setAttribute("aria-label", label);
  }

  function close() {
    if (element.hidden) return;
    pause();
    element.hidden = true;
    forkBox.hidden = true;
    element.ownerDocument.body.classList.remove("replaying");
    app.clearLayer("replay");
    app.showView(null);
    app.emit("moment", null);
  }

  async function openFork() {
    pause();
    const lobby = /** @type {import("../types.js").Lobby} */ (await fetchJson("/api/lobby"));
    const players = [
      { value: "human", text: "a person" },
      ...lobby.bots.map((bot) => ({ value: bot.name, text: `computer: ${bot.title}` })),
    ];
    const seats = app.state?.seats ?? {};
    forkBox.replaceChildren(
      h("p", {}, `A new game goes on from here (choice ${at}); this one is kept. Its dice will be rolled anew.`),
      ...(app.board?.sides ?? []).map((name) => {
        const box = field(capital(name), players, seats[name] ?? "human", () => {});
        box.querySelector("select")?.setAttribute("name", name);
        return box;
      }),
      h("button", { type: "submit", class: "primary" }, "Play on"),
      button("Not now", () => {
        forkBox.hidden = true;
      }),
    );
    forkBox.hidden = false;
    forkBox.querySelector("select")?.focus();
  }

  /** @param {SubmitEvent} event */
  async function playOn(event) {
    event.preventDefault();
    const seats = Object.fromEntries(new FormData(forkBox));
    try {
      const table = await postJson(`/api/tables/${app.table}/fork`, { at, seats });
      location.assign(`/game/${table.id}`);
    } catch (error) {
      complain(error);
    }
  }

  app.on("replay", async (/** @type {number | true | {from: number, play: boolean}} */ asked) => {
    if (typeof asked !== "object") return void open(asked === true ? undefined : asked);
    await open(asked.from);
    if (asked.play) start();
  });
  app.on("moment-wanted", (/** @type {number} */ number) => {
    pause();
    go(number);
  });
  app.on("replay-step", (/** @type {{by: number, what: string}} */ { by, what: unit }) => {
    pause();
    if (unit === "choice") go(at + by);
    else jump(by, unit === "phase" ? phases() : turns());
  });
  app.on("replay-play", () => (timer === null ? start() : pause()));
  app.on("mode", () => {
    if (app.mode === "replay" || element.hidden) return;
    if (fetching && app.mode === "play") return; // not shown yet
    close();
  });
}

/**
 * The last of some things up to a number of choices.
 * @template {{number: number}} T
 * @param {T[]} things
 * @param {number} at
 */
function last(things, at) {
  /** @type {T | undefined} */
  let found;
  for (const thing of things) {
    if (thing.number > at) break;
    found = thing;
  }
  return found;
}
