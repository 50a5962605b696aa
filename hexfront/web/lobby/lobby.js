// @ts-check
/** The lobby: a quick start, a game with options, saved games, import. */

import { app, fetchJson, postJson } from "../app.js";
import { botName, capital, h } from "../lib/dom.js";
import { hostedLobby } from "./hosted.js";
import { showInvitation } from "./join.js";
import { backdrop, botsFor, choice, opponents, optionFields, optionsOf, sorry } from "./parts.js";

/** @typedef {import("../types.js").Lobby} Lobby */
/** @typedef {import("../types.js").GameInfo} GameInfo */
/** @typedef {import("../types.js").TableSummary} TableSummary */

/** Where the browser keeps which game was looked at last. */
const GAME = "hexfront.game";
/** @type {HTMLElement} */
let place;

/** @param {HTMLElement} element */
export function mountLobby(element) {
  place = element;
  app.on("lobby", () => void render());
  app.on("join", () => void showInvitation(place));
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
      lobby.games.length > 1 ? picker(lobby, game) : ""),
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
        type: "button", "aria-pressed": String(one === game), data: { game: one.game }, onclick: () => {
          localStorage.setItem(GAME, one.game);
          show(lobby, one);
          /** @type {HTMLElement | null} */ (place.querySelector(`.picker [data-game="${one.game}"]`))?.focus();
        },
      }, one.title)));
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

  const [me, other] = game.sides;
  const quick = () =>
    start({ game: game.game, seats: { [me ?? ""]: "human", [other ?? ""]: game.usual } });

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
      h("button", { type: "button", class: "primary big", id: "quick", onclick: quick },
        `Play the ${capital(me ?? "")} side against the computer`),
      h("p", { class: "note" }, `The computer (${botName(game.usual)}) plays the ${capital(other ?? "")} side. Nothing to read first: the prompt at the bottom always says what to do.`)),
    h("details", { class: "card custom" },
      h("summary", {}, "Another game: sides, two players, watching, options"),
      game.scenarios.length > 1 && choice("Scenario", "scenario", game.scenarios.map((one) => [one.id, one.title]), ""),
      ...game.sides.map((side, i) => seat(side, botsFor(lobby, game), i === 0 ? "me" : game.usual)),
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
    h("h2", { id: "saved-title" }, "Saved games"),
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
