// @ts-check
/** The lobby of a hosted server: a game with a friend, the link for them, my games, games to watch. */

import { botName, capital, h } from "../lib/dom.js";
import { fetchJson, postJson } from "../lib/http.js";
import { canShare } from "../status/dice.js";
import { moment } from "../status/seat.js";
import { badge } from "../status/yourmove.js";
import { linkBox } from "./links.js";
import { keepList, listedGames, takeSeat, takeSeatAlone } from "./list.js";
import { forget, myGames, myName, mySides, remember, setMyName } from "./mine.js";
import { botsFor, choice, nameField, opponents, optionFields, optionsOf, sorry } from "./parts.js";
import { verdict } from "./verdict.js";

/** @typedef {import("../types.js").Lobby} Lobby */
/** @typedef {import("../types.js").GameInfo} GameInfo */
/** @typedef {import("../types.js").OpenedTable} OpenedTable */
/** @typedef {import("../types.js").TableSummary} TableSummary */

const WATCH = /** @type {[string, string][]} */ ([
  ["link", "those who are given the link"],
  ["open", "everybody who knows the address"],
  ["none", "nobody"],
]);
const CLOCKS = /** @type {[string, string][]} */ ([
  ["", "as long as it takes"],
  ...[1, 3, 7, 14].flatMap((days) => [
    [`${days} lose`, `${days} ${days === 1 ? "day" : "days"}; then the game is lost`],
    [`${days} claim`, `${days} ${days === 1 ? "day" : "days"}; then the other may claim the victory`],
  ]),
]);
/** The games on this player's list. @type {Set<string>} */
let onList = new Set();
const AGAIN = 30_000; // milliseconds between updates of the list

/**
 * What the lobby shows below its title.
 * @param {Lobby} lobby
 * @param {GameInfo} game
 */
export function hostedLobby(lobby, game) {
  const links = h("section", { class: "card links", hidden: true, "aria-labelledby": "links-title", tabindex: "-1" });
  const games = h("section", { class: "card saved", hidden: true, "aria-labelledby": "mine-title" });
  void listMine(games);
  const timer = setInterval(() => {
    if (!games.isConnected) clearInterval(timer);
    else if (!document.hidden && !games.contains(document.activeElement)) void listMine(games);
  }, AGAIN);
  /** @param {OpenedTable} table */
  const opened = (table) => {
    remember(table.id, table.mine);
    if (Object.keys(table.invitations).length === 0 && table.mine.length > 0) {
      location.assign(`/game/${table.id}`);
      return;
    }
    showLinks(links, table);
  };
  return [
    links,
    games,
    lobby.create ? begin(lobby, game, opened) : h("p", { class: "card" }, "On this server the admin creates the games and sends the invitations."),
    listed(lobby.tables),
    records(lobby.create, opened),
  ];
}

// A new game -----------------------------------------------------------------------------------

/**
 * @param {Lobby} lobby
 * @param {GameInfo} game
 * @param {(table: OpenedTable) => void} opened
 */
function begin(lobby, game, opened) {
  const form = h("form", { class: "card begin hosted" });
  const status = h("p", { role: "alert", class: "error" });

  const make = async () => {
    status.textContent = "";
    const data = new FormData(form);
    const name = String(data.get("name")).trim();
    setMyName(name);
    const who = Object.fromEntries(game.sides.map((side) => [side, String(data.get(`seat-${side}`))]));
    const people = (/** @type {string} */ one) => one === "me" || one === "friend";
    const mine = game.sides.filter((side) => who[side] === "me");
    try {
      const table = await postJson("/api/tables", {
        game: game.game,
        ...(data.get("scenario") ? { scenario: data.get("scenario") } : {}),
        seats: Object.fromEntries(game.sides.map((side) => [side, people(who[side] ?? "") ? "human" : who[side]])),
        mine, name, options: optionsOf(game, data), watch: data.get("watch"),
        listed: data.get("watch") === "open" && data.has("listed"),
        shared_dice: canShare,
        ...clockOf(data),
      });
      opened({ ...table, mine });
    } catch (error) {
      status.textContent = error instanceof Error ? error.message : String(error);
    }
  };

  const list = h("label", { class: "check", hidden: true },
    h("input", { type: "checkbox", name: "listed" }), "List it in this lobby");
  form.replaceChildren(
    h("h2", {}, "A new game"),
    nameField(),
    game.scenarios.length > 1 ? choice("Scenario", "scenario", game.scenarios.map((one) => [one.id, one.title]), "") : "",
    ...game.sides.map((side, i) => choice(`${capital(side)} side`, `seat-${side}`, [
      ["me", "me"],
      ["friend", "a friend, by an invitation link"],
      ...botsFor(lobby, game).map((bot) => /** @type {[string, string]} */ ([bot.name, `computer: ${bot.title}`])),
    ], i === 0 ? "me" : "friend")),
    choice("Who may watch", "watch", WATCH, "link", (value) => (list.hidden = value !== "open")),
    list,
    choice("Time for a move", "clock", CLOCKS, ""),
    h("details", { class: "options" }, h("summary", {}, "The computer opponents"), opponents(lobby, game)),
    optionFields(game),
    h("button", { type: "submit", class: "primary big" }, "Create the game"),
    status);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void make();
  });
  return form;
}

/** The time for a move that was chosen. @param {FormData} data */
function clockOf(data) {
  const [days, then] = String(data.get("clock") ?? "").split(" ");
  return days ? { clock: { days: Number(days), then } } : {};
}

/**
 * The links of a new game.
 * @param {HTMLElement} place
 * @param {OpenedTable} table
 */
function showLinks(place, table) {
  const invitations = Object.entries(table.invitations);
  place.hidden = false;
  place.replaceChildren(
    h("h2", { id: "links-title" }, "The game is ready"),
    h("p", {}, invitations.length
      ? "Send the link to your friend. It works once, for the first person who opens it; you can make a new one in the game."
      : "The computer plays both sides while somebody watches."),
    ...invitations.map(([side, link]) => linkBox(`Invitation to the ${capital(side)} side`, link)),
    ...(table.watch_link ? [linkBox("For spectators", table.watch_link)] : []),
    h("p", {}, h("a", { class: "button go", href: `/game/${table.id}` }, "To the board")),
  );
  place.focus();
}

// Games ----------------------------------------------------------------------------------------

/** @param {HTMLElement} place */
async function listMine(place) {
  const known = myGames();
  /** @type {TableSummary[]} */
  let tables;
  /** @type {Map<string, string[]>} */
  let elsewhere;
  try {
    const mine = await listedGames();
    const here = known.length ? (await postJson("/api/summaries", { ids: known.map((one) => one.id) })).tables : [];
    onList = new Set(mine.seats.map(({ id }) => id));
    elsewhere = new Map(mine.seats.map(({ id, sides }) => [id, sides.filter((side) => !mySides(id).includes(side))]));
    tables = [...here, ...mine.tables.filter((one) => !known.some(({ id }) => id === one.id))];
  } catch (error) {
    place.hidden = false;
    place.replaceChildren(sorry(error));
    return;
  }
  const order = (/** @type {TableSummary} */ table) => (table.over || table.error ? 2 : myMove(table) ? 0 : 1);
  tables.sort((one, other) => order(one) - order(other) || ((one.moved ?? "") < (other.moved ?? "") ? 1 : -1));
  const moves = tables.filter(myMove).length;
  document.title = moves ? `(${moves}) Your move · Hexfront` : "Hexfront";
  badge(moves > 0);
  place.hidden = tables.length === 0;
  place.replaceChildren(
    h("h2", { id: "mine-title" }, "Your games"),
    h("ul", {}, ...tables.map((table) => row(table, elsewhere.get(table.id) ?? [], () => void listMine(place)))),
    keepList(known.filter((one) => one.sides.length > 0)));
}

/** @param {TableSummary} table */
function myMove(table) {
  const deciding = table.deciding ?? (table.to_move ? [table.to_move] : []);
  return !table.error && !table.over && deciding.some((side) => mySides(table.id).includes(side));
}

/**
 * @param {TableSummary} table
 * @param {string[]} elsewhere the sides of this player that this browser does not hold
 * @param {() => void} again
 */
function row(table, elsewhere, again) {
  if (table.error) {
    return h("li", {}, h("span", { class: "what" }, `${table.id}: ${table.error}`), strike(table, again));
  }
  const mine = mySides(table.id);
  const who = (/** @type {string} */ side) =>
    mine.includes(side) ? "you"
      : table.seats[side] !== "human" ? botName(table.seats[side] ?? "")
      : table.open.includes(side) ? "nobody yet" : (table.names[side] ?? "somebody");
  const seats = Object.keys(table.seats).map((side) => `${capital(side)}: ${who(side)}`);
  /** @type {HTMLElement} */
  const item = h("li", { class: [myMove(table) ? "my-move" : "", elsewhere.length ? "elsewhere" : ""].join(" ").trim() },
    h("a", { class: "what", href: `/game/${table.id}` },
      h("b", {}, table.title, myMove(table) ? h("mark", {}, "Your move") : ""),
      h("span", {}, seats.join(" · ")),
      h("span", { class: "when" }, standing(table), " · ", when(table.moved), deadline(table))),
    ...elsewhere.flatMap((side) => [
      seatButton(`Take the ${capital(side)} seat here`, () => takeSeat(table.id, side)),
      seatButton("… and throw other devices out", async () => item.replaceChildren(await takeSeatAlone(table.id, side))),
    ]),
    strike(table, again));
  return item;
}

/**
 * @param {string} words
 * @param {() => Promise<void>} act
 */
function seatButton(words, act) {
  const button = h("button", { type: "button", onclick: () => void act().catch((error) => { button.textContent = String(error.message ?? error); }) }, words);
  return button;
}

/** Until when somebody must have moved. @param {TableSummary} table */
function deadline(table) {
  const until = Object.entries(table.deadlines ?? {}).map(([side, at]) => `${capital(side)} to move by ${moment(at)}`);
  return until.length ? ` · ${until.join(", ")}` : "";
}

/** @param {TableSummary} table */
function standing(table) {
  if (!table.over) return `Turn ${table.turn}, ${table.phase_title ?? table.phase}`;
  const winner = table.ended?.winner ?? table.result?.winner ?? "";
  const how = table.ended ? { resignation: " by resignation", agreement: " by agreement", time: " on time" }[table.ended.by] : "";
  return (winner === "draw" ? "A draw" : `${capital(winner)} victory`) + how;
}

/** A time in the browser's local format. @param {string} moved */
function when(moved) {
  const at = new Date(moved);
  if (Number.isNaN(at.getTime())) return "";
  return at.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
}

/**
 * Delete a game that is only mine; others only leave the list.
 * @param {TableSummary} table
 * @param {() => void} again
 */
function strike(table, again) {
  const mine = mySides(table.id);
  const people = Object.keys(table.seats ?? {}).filter((side) => table.seats[side] === "human");
  const all = people.length > 0 && people.every((side) => mine.includes(side));
  const words = all ? "Delete" : "Forget";
  const button = h("button", {
    type: "button", class: "quiet", "aria-label": `${words} ${table.title ?? ""} ${table.id}`,
    title: all ? "Delete the game; this cannot be undone" : "Take the game off this list; it goes on",
    onclick: async () => {
      if (!button.dataset.sure) {
        button.dataset.sure = "yes";
        button.textContent = `Really ${words.toLowerCase()}?`;
        setTimeout(() => {
          delete button.dataset.sure;
          button.textContent = words;
        }, 4000);
        return;
      }
      try {
        if (all) await postJson(`/api/tables/${table.id}/delete`, {});
        else if (onList.has(table.id)) await postJson("/api/mine/forget", { id: table.id });
        forget(table.id);
        again();
      } catch (error) {
        button.textContent = error instanceof Error ? error.message : String(error);
      }
    },
  }, words);
  return button;
}

/** Games that anybody may watch. @param {TableSummary[]} tables */
function listed(tables) {
  const others = tables.filter((table) => !table.error && mySides(table.id).length === 0);
  if (others.length === 0) return "";
  return h("section", { class: "card saved", "aria-labelledby": "listed-title" },
    h("h2", { id: "listed-title" }, "Watch"),
    h("ul", {}, ...others.map((table) =>
      h("li", {}, h("a", { class: "what", href: `/game/${table.id}` },
        h("b", {}, table.title),
        h("span", {}, Object.keys(table.seats).map((side) => `${capital(side)}: ${table.names[side] ?? (table.seats[side] === "human" ? "nobody yet" : botName(table.seats[side] ?? ""))}`).join(" · ")),
        h("span", { class: "when" }, standing(table), " · ", when(table.moved)))))));
}

// Records --------------------------------------------------------------------------------------

/**
 * Check the dice of a record, or play on from it.
 * @param {boolean} create
 * @param {(table: OpenedTable) => void} opened
 */
function records(create, opened) {
  const said = h("p", { role: "status" });
  /** @param {(record: unknown, name: string) => Promise<string>} work */
  const read = (work) => async (/** @type {Event} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const file = input.files?.[0];
    if (!file) return;
    said.className = "";
    said.textContent = "Replaying the game …";
    try {
      said.textContent = await work(JSON.parse(await file.text()), file.name);
    } catch (error) {
      said.className = "error";
      said.textContent = error instanceof SyntaxError ? "This file is not a game record." : error instanceof Error ? error.message : String(error);
    } finally {
      input.value = "";
    }
  };
  const check = read(async (record, name) => {
    const table = /\d{8}-[0-9a-f]{16}/.exec(name)?.[0] ?? null; // as the game's page names the file
    const played = myGames().filter((one) => one.sides.length > 0).map((one) => one.id);
    const mine = table !== null && played.includes(table) ? table : played[0]; // the server checks records for players
    const { words, warn } = verdict(await postJson(`/api/tables/${mine}/verify`, { record }), table);
    said.className = warn ? "warn" : "";
    return words;
  });
  const bring = read(async (record) => {
    const table = await postJson("/api/import", { record, ...(myName() ? { name: myName() } : {}) });
    const { me } = await fetchJson(`/api/tables/${table.id}`);
    opened({ ...table, mine: me });
    return "";
  });
  const file = (/** @type {string} */ id, /** @type {string} */ label, /** @type {(event: Event) => void} */ onchange) =>
    h("div", { class: "import" }, h("label", { for: id }, label),
      h("input", { type: "file", id, accept: "application/json,.json", onchange }));
  return h("details", { class: "card records" }, h("summary", {}, "Game records: check the dice, or continue a game"),
    myGames().some((one) => one.sides.length > 0) ? file("verify", "Check every die of a record", check) : "",
    create ? file("import", "Import a record", bring) : "",
    said);
}
