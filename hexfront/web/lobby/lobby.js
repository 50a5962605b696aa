// @ts-check
/** The lobby: a quick start, a game with options, saved games, import. */

import { app } from "../app.js";
import { botName, capital, h } from "../lib/dom.js";
import { fetchJson, postJson } from "../lib/http.js";
import { hostedLobby } from "./hosted.js";
import { showInvitation } from "./join.js";
import { confirmAddress, openList } from "./list.js";
import { backdrop, botsFor, choice, opponents, optionFields, optionsOf, sorry } from "./parts.js";
import { tools } from "./tools.js";

/** @typedef {import("../types.js").Lobby} Lobby */
/** @typedef {import("../types.js").GameInfo} GameInfo */
/** @typedef {import("../types.js").TableSummary} TableSummary */

/** Where the browser keeps which game was looked at last. */
const GAME = "hexfront.game";
/** And the opponent chosen last. */
const OPPONENT = "hexfront.opponent";
/** @type {HTMLElement} */
let place;

/** @param {HTMLElement} element */
export function mountLobby(element) {
  place = element;
  app.on("lobby", () => void render());
  app.on("join", () => void showInvitation(place));
  app.on("mine", () => void openList(place));
  app.on("confirm", () => void confirmAddress(place));
  app.on("missing", (error) => place.replaceChildren(sorry(new Error(error.message))));
}

async function render() {
  /** @type {Lobby} */
  let lobby;
  try {
    lobby = await fetchJson("/api/lobby");
  } catch (error) {
    place.replaceChildren(sorry(error));
    return;
  }
  const last = localStorage.getItem(GAME);
  const game = lobby.games.find((one) => one.game === last) ?? lobby.games[0];
  if (game) show(lobby, game);
}

/**
 * The lobby with one of its games laid out.
 * @param {Lobby} lobby
 * @param {GameInfo} game
 */
function show(lobby, game) {
  place.replaceChildren(
    h("header", { class: "hero" },
      h("p", { class: "kicker" }, `Hexfront ${lobby.version}`),
      h("h1", {}, game.title),
      h("p", {}, game.scenarios[0]?.title ?? ""),
      lobby.games.length > 1 ? picker(lobby, game) : "",
      tools(game, lobby.mode === "local")),
    ...(lobby.mode === "remote" ? hostedLobby(lobby, game) : [begin(lobby, game), saved(lobby.tables), bring()]),
  );
  setTimeout(() => place.append(backdrop(game.game)), 400); // nothing waits for it
}

/**
 * The games to choose from.
 * @param {Lobby} lobby
 * @param {GameInfo} game
 */
function picker(lobby, game) {
  return h("div", { class: "picker", role: "group", "aria-label": "Game" }, ...lobby.games.map((one) =>
    h("button", {
        type: "button", "aria-pressed": String(one === game), data: { game: one.game }, title: one.title, onclick: () => {
          localStorage.setItem(GAME, one.game);
          show(lobby, one);
          /** @type {HTMLElement | null} */ (place.querySelector(`.picker [data-game="${one.game}"]`))?.focus();
        },
      }, one.title.split(":")[0] ?? one.title)));
}

/**
 * The short scenarios, each with what it is about and a button for each side.
 * @param {GameInfo} game
 * @param {(me: string, scenario?: string) => void} quick
 */
function shortGames(game, quick) {
  const short = game.scenarios.filter((one) => one.short);
  return !short.length ? "" : h("details", { class: "card short" },
    h("summary", {}, "Short games: a few counters, a few turns"),
    ...short.map((one) => h("article", { data: { scenario: one.id } },
      h("h3", {}, one.title),
      h("p", {}, one.short ?? ""),
      h("p", { class: "sides" }, ...game.sides.map((side) =>
        h("button", { type: "button", onclick: () => quick(side, one.id) }, `Play the ${capital(side)} side`))))));
}

/**
 * @param {Lobby} lobby
 * @param {GameInfo} game
 */
function begin(lobby, game) {
  const form = h("form", { class: "begin" });
  const status = h("p", { role: "alert", class: "error" });

  const start = async (/** @type {object} */ wish) => {
    status.textContent = "";
    try {
      const table = await postJson("/api/tables", wish);
      history.pushState(null, "", `/game/${table.id}`);
      app.open(table.id);
    } catch (error) {
      status.textContent = error instanceof Error ? error.message : String(error);
    }
  };

  const bots = botsFor(lobby, game);
  const known = (/** @type {string | null} */ name) => bots.find((bot) => bot.name === name);
  let opponent = known(localStorage.getItem(OPPONENT)) ?? known(game.usual);
  const about = h("p", { class: "note" }, opponent?.about ?? "");
  const level = choice("Your opponent", "opponent", bots.map((bot) => [bot.name, bot.title]), opponent?.name ?? game.usual, (name) => {
    opponent = known(name);
    about.textContent = opponent?.about ?? "";
    localStorage.setItem(OPPONENT, name);
  });

  const quick = (/** @type {string} */ me, /** @type {string | undefined} */ scenario = undefined) =>
    start({ game: game.game, scenario, seats: Object.fromEntries(game.sides.map((side) => [side, side === me ? "human" : (opponent?.name ?? game.usual)])) });
  const others = game.sides.filter((side) => side !== game.begins);

  const custom = () => {
    const data = new FormData(form);
    /** @type {Record<string, string>} */
    const seats = {};
    for (const side of game.sides) {
      const who = String(data.get(`seat-${side}`));
      seats[side] = who === "me" || who === "other" ? "human" : who;
    }
    return start({ game: game.game, scenario: data.get("scenario") ?? undefined, seats, options: optionsOf(game, data) });
  };

  form.replaceChildren(
    h("div", { class: "card quick" },
      h("button", { type: "button", class: "primary big", id: "quick", onclick: () => quick(game.begins) },
        `Play the ${capital(game.begins)} side against the computer`, h("small", {}, "You move first")),
      ...others.map((side) => h("button", { type: "button", class: "big", onclick: () => quick(side) },
        `Play the ${capital(side)} side against the computer`, h("small", {}, "The computer moves first"))),
      h("div", { class: "level" }, level, about),
      h("p", { class: "note" }, "Nothing to read first: the prompt at the bottom always says what to do.")),
    shortGames(game, quick),
    h("details", { class: "card custom" },
      h("summary", {}, "Another game: sides, two players, watching, options"),
      game.scenarios.length > 1 && choice("Scenario", "scenario", game.scenarios.map((one) => [one.id, one.title]), ""),
      ...game.sides.map((side, i) => seat(side, bots, i === 0 ? "me" : game.usual)),
      opponents(lobby, game),
      optionFields(game),
      h("button", { type: "submit", class: "primary" }, "Begin this game")),
    status);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void custom();
  });
  return form;
}

/**
 * @param {string} side
 * @param {import("../types.js").Opponent[]} bots
 * @param {string} chosen
 */
function seat(side, bots, chosen) {
  return choice(`${capital(side)} side`, `seat-${side}`, [
    ["me", "me"],
    ["other", "another player at this screen"],
    ...bots.map((bot) => /** @type {[string, string]} */ ([bot.name, `computer: ${bot.title}`])),
  ], chosen);
}

/** @param {TableSummary[]} tables */
function saved(tables) {
  if (!tables.length) return h("section", { class: "card saved", hidden: true });
  return h("section", { class: "card saved", "aria-labelledby": "saved-title" },
    h("h2", { id: "saved-title" }, "Continue a game"),
    h("ul", {}, ...tables.map(line)));
}

/** @param {TableSummary} table */
function line(table) {
  if (table.error) {
    return h("li", {}, h("span", { class: "what" }, `${table.id}: ${table.error}`), remove(table.id));
  }
  const who = (/** @type {string} */ seat) => (seat === "human" ? "you" : botName(seat));
  const seats = Object.entries(table.seats).map(([side, seat]) => `${capital(side)}: ${who(seat)}`);
  const result = table.over
    ? table.result?.winner === "draw" ? "A draw" : `${capital(table.result?.winner ?? "")} victory`
    : `Turn ${table.turn}, ${table.phase_title ?? table.phase}`;
  return h("li", {},
    h("a", { class: "what", href: `/game/${table.id}` },
      h("b", {}, table.title), h("span", {}, seats.join(" · ")),
      h("span", { class: "when" }, `${result} · ${table.choices} choices · ${table.begun}`)),
    remove(table.id));
}

/** @param {string} id */
function remove(id) {
  const button = h("button", {
      type: "button", class: "quiet", "aria-label": `Delete game ${id}`, onclick: async () => {
        if (button.dataset.sure) {
          await postJson(`/api/tables/${id}/delete`, {});
          void render();
        } else {
          button.dataset.sure = "yes";
          button.textContent = "Really delete?";
          setTimeout(() => {
            delete button.dataset.sure;
            button.textContent = "Delete";
          }, 4000);
        }
      },
    }, "Delete");
  return button;
}

/** Import an exported game. */
function bring() {
  const status = h("p", { role: "alert", class: "error" });
  const input = h("input", {
    type: "file", accept: "application/json,.json", id: "import", onchange: async () => {
      const file = input.files?.[0];
      if (!file) return;
      try {
        const table = await postJson("/api/import", { record: JSON.parse(await file.text()) });
        location.assign(`/game/${table.id}`);
      } catch (error) {
        status.textContent = error instanceof Error ? error.message : String(error);
      }
    },
  });
  return h("section", { class: "card import" }, h("label", { for: "import" }, "Import a game record"), input, status);
}

window.addEventListener("popstate", () => location.reload());
