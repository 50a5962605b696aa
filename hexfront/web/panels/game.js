// @ts-check
/** The game: who plays, the options in force, the sealed dice, export and import, pace, light or dark. */

import { app } from "../app.js";
import { fetchJson, postJson } from "../lib/http.js";
import { PACES } from "../lib/pace.js";
import { firstSeal } from "../lobby/mine.js";
import { verdict } from "../lobby/verdict.js";
import { ending } from "../status/people.js";
import { button, capital, complain, field, h, playerName } from "./parts.js";
import { mount as mountTable } from "./table.js";

const THEMES = [
  { value: "auto", text: "like the system" },
  { value: "light", text: "light" },
  { value: "dark", text: "dark" },
];
const THEME = "hexfront.theme";

/** Apply the chosen theme; call it early. */
export function applyTheme() {
  const theme = localStorage.getItem(THEME) ?? "auto";
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Switch between the light and the dark theme. */
export function switchTheme() {
  const dark = document.documentElement.dataset.theme
    ? document.documentElement.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  localStorage.setItem(THEME, dark ? "light" : "dark");
  applyTheme();
  app.emit("theme");
}

/** @param {HTMLElement} element */
export function mount(element) {
  applyTheme();
  const hosted = h("div", { class: "hosted-only" });
  const pace = field("Pace of the computer", PACES, String(app.pace), (value) => {
    app.pace = Number(value);
  });
  const seats = h("dl", { class: "facts-list" });
  const options = h("dl", { class: "facts-list options" });
  const dice = h("div", { class: "dice-facts" });
  const record = h("a", { class: "button" }, "Export the game");
  const light = h("span");
  const file = h("input", {
    type: "file", accept: ".json,application/json", id: "import-file", hidden: true, "aria-label": "A game record",
    onchange: () => void load(),
  });
  element.classList.add("panel", "game");
  element.append(
    section("At the table", seats, hosted, pace),
    section("Dice", dice),
    section(
      "The record",
      h("p", { class: "note" }, "The game saves itself after every choice."),
      h(
        "p",
        { class: "buttons" },
        button("Replay", () => app.emit("replay", true)),
        record,
        button("Analysis board", () => analyse()),
        button("Import a game", () => file.click(), { class: "local-only" }),
        file,
      ),
    ),
    section("Options in force", options),
    section(
      "The page",
      light,
      h(
        "p",
        { class: "buttons" },
        button("Keys and help", () => app.emit("help")),
        h("a", { class: "button", href: "/" }, "Back to the lobby"),
      ),
    ),
  );

  /** The moment that is shown: all of it when the game is over, else what this side sees. @type {number | null} */
  let moment = null;
  app.on("moment", (/** @type {number | null} */ number) => (moment = number));

  function analyse() {
    const about = new URLSearchParams({ table: app.table ?? "", ...(app.side ? { side: app.side } : {}) });
    if (moment !== null) about.set("at", String(moment));
    location.assign(`/board?${about}`);
  }

  async function load() {
    const chosen = file.files?.[0];
    if (!chosen) return;
    try {
      const table = await postJson("/api/import", { record: JSON.parse(await chosen.text()) });
      location.assign(`/game/${table.id}`);
    } catch (error) {
      complain(error instanceof SyntaxError ? "This file is not a game record." : error);
    } finally {
      file.value = "";
    }
  }

  async function showOptions() {
    const game = app.view?.game;
    const chosen = app.view?.options;
    if (!game || !chosen || options.childElementCount > 0) return;
    try {
      const info = (await app.lobby()).games.find((each) => each.game === game);
      options.replaceChildren(
        ...(info?.options ?? []).map((spec) => {
          const value = chosen[spec.id];
          return h(
            "div",
            { class: value === spec.default ? "usual" : "unusual", title: spec.explain },
            h("dt", {}, spec.title),
            h("dd", {}, valueName(value), value === spec.default ? "" : " (not the default)"),
          );
        }),
      );
    } catch (error) {
      complain(error);
    }
  }

  function showDice() {
    const { seal, seed, set_dice: set } = app.state ?? {};
    if (!seal) return;
    const key = `${seal} ${seed} ${set}`;
    if (dice.dataset.key === key) return;
    dice.dataset.key = key;
    const found = h("p", { class: "verdict", role: "status" });
    const first = app.sealChanged && app.table ? firstSeal(app.table) : null;
    dice.replaceChildren(
      h("p", { class: "note" }, "Every die comes from a secret seed. Its seal is shown from the start, the seed when the game is over, so that everybody can check each roll."),
      set ? h("p", { class: "note warn" }, `${set === 1 ? "One die was" : `${set} dice were`} set by hand or taken over from another game: the seal does not cover ${set === 1 ? "it" : "them"}.`) : "",
      h("dl", { class: "facts-list" }, fact("Seal", h("code", {}, seal)), first ? fact("Seal seen here first", h("code", {}, first)) : null, seed ? fact("Seed", h("code", {}, seed)) : null),
      seed ? button("Verify every die", async () => {
        found.textContent = "Replaying the game …";
        try {
          const reply = await fetchJson(`/api/tables/${app.table}/verify`);
          const { words, warn } = verdict(reply, app.table);
          found.classList.toggle("warn", warn);
          found.textContent = words;
        } catch (error) {
          found.textContent = error instanceof Error ? error.message : String(error);
        }
      }) : "",
      found,
      h("p", { class: "buttons" }, button("Luck of the dice", () => app.emit("luck"))),
    );
  }

  function update() {
    if (!app.state) return;
    record.href = `/api/tables/${app.table}/record`;
    record.download = `hexfront-${app.table}.json`;
    record.hidden = app.hosted && !ending(); // it would reveal what the other side hides
    pace.hidden = app.hosted && Object.values(app.state.seats).every((who) => who === "human");
    seats.hidden = app.hosted;
    const players = Object.entries(app.state.seats);
    const text = players.map(String).join();
    if (seats.dataset.key !== text) {
      seats.dataset.key = text;
      seats.replaceChildren(...players.map(([side, who]) => fact(capital(side), playerName(who))));
    }
    showDice();
    void showOptions();
  }

  function showLight() {
    light.replaceChildren(
      field("Light", THEMES, localStorage.getItem(THEME) ?? "auto", (value) => {
        localStorage.setItem(THEME, value);
        applyTheme();
      }),
    );
  }

  mountTable(hosted);
  app.on("theme", showLight);
  app.on("state", update);
  app.on("hosted", update);
  showLight();
  update();
}

/**
 * @param {string} title
 * @param {...Node} children
 */
function section(title, ...children) {
  return h("section", {}, h("h3", {}, title), ...children);
}

/**
 * @param {string} name
 * @param {Node | string} value
 */
function fact(name, value) {
  return h("div", {}, h("dt", {}, name), h("dd", {}, value));
}

/** @param {string | boolean | undefined} value */
function valueName(value) {
  if (value === true) return "yes";
  if (value === false || value === undefined) return "no";
  return value.replaceAll("_", " ");
}
