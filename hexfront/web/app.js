// @ts-check
/**
 * The shared store: what the page knows of the open game, and the ways to change it.
 *
 * Parts of the page read `app.view` on "state", and call `choose`, `ask`, `select`,
 * `showHexes` ...; they do not know each other. Events:
 *   "state"      a new view (also when the replay shows another moment)
 *   "select"     app.selected changed: a hex, a unit or nothing
 *   "hover"      app.hovered changed: the hex under the pointer or the keyboard's cursor
 *   "look"       (unit id or null) the counter of a fanned stack under the pointer
 *   "mode"       app.mode changed: lobby, play, curtain (hot-seat) or replay
 *   "zoom"       (number) how much larger than printed counters and names are drawn
 *   "layer"      (name) hexes to be highlighted or darkened
 *   "flash"      ({message, rule}) one sentence to be shown for a moment
 *   "rule"       (case) open the rules at this case
 *   "centre"     (hex) bring this hex into sight
 *   "bring"      ({hexes, met}) bring one of these hexes into sight where none is
 *   "act"        ({hex, unit?, all?}) a click or tap on a hex or a counter, or Enter on the cursor
 *   "thinking"   app.thinking changed: the computer's progress
 *   "why"        (entries) show why the computer did this; without entries, everything in its last impulse
 *   "recap"      open or close the recap of what the other side did
 *   "sheet"      the sheet over the map was opened, filled anew or closed
 *   "replay"     (true, a number of choices, or {from, play}) open the replay
 *   "takeback"   this player takes something back
 *   "connection" (boolean)
 *   "missing"    (error) there is no such game
 *   "gone"       app.gone is known: the game is deleted or the seat no longer valid
 *   "hosted"     app.hosted is known: whether this is a server for several players
 *   "presence"   app.presence changed: who has the game open
 *   "chat" "note" "notice"   (message) as the server sent it
 */

import { Connection } from "./lib/connection.js";
import { append, upTo } from "./lib/entries.js";
import { fetchJson } from "./lib/http.js";
import { listed } from "./lib/offer.js";
import { keepPace, keptPace } from "./lib/pace.js";
import { firstSeal, forget, remember, rememberSeal } from "./lobby/mine.js";
import { Highlights } from "./map/highlights.js";

/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./types.js").Entry} Entry */
/** @typedef {import("./types.js").Mode} Mode */
/** @typedef {import("./types.js").Reply} Reply */
/** @typedef {import("./types.js").GameState} State */
/** @typedef {import("./types.js").Unit} Unit */
/** @typedef {import("./types.js").View} View */

class Store extends Highlights {
  /** The id of the open game. @type {string | null} */
  table = null;
  /** Map, symbols, charts and counters of the scenario. @type {import("./types.js").Board | null} */
  board = null;
  /** The last push of the server. @type {State | null} */
  state = null;
  /** The view on the board: that of the state, or of a replayed moment. @type {View | null} */
  view = null;
  /** The side this page plays, null for a spectator. @type {string | null} */
  side = null;
  /** The computer's progress while it thinks. @type {import("./types.js").Thinking | null} */
  thinking = null;
  /** The whole log as this seat may read it. @type {Entry[]} */
  entries = [];
  /** @type {Mode} */
  mode = "lobby";
  /** @type {{hex: string, unit: string | null} | null} */
  selected = null;
  /** @type {string | null} */
  hovered = null;
  /** Whether this is a server for several players: seats have secrets, games have invitations. */
  hosted = false;
  /** @type {import("./types.js").Presence | null} */
  presence = null;
  /** Why this page can do nothing any more: the game was deleted, the seat is no longer valid. @type {string | null} */
  gone = null;
  /** What is done on the board instead of playing: arranging it, drawing on it. @type {string | null} */
  task = null;
  /** @type {import("./types.js").Line | null} */
  #connection = null;
  /** @type {Promise<import("./types.js").Lobby> | null} */
  #lobby = null;
  #busy = 0;
  /** The number of the last choice known when the connection was lost. @type {number | null} */
  #lost = null;

  // The open game ------------------------------------------------------------------------------

  /** Whether this seat is to decide now. */
  get mine() {
    const decision = this.view?.decision;
    return this.mode === "play" && !this.gone && !!decision && decision.side === this.side && !!decision.offer;
  }

  /** The sides that are to decide now: several only in a secret decision. @returns {string[]} */
  get deciding() {
    return this.state ? deciding(this.state) : [];
  }

  /** What this seat may choose; empty if it is not to decide. @returns {import("./types.js").OfferItem[]} */
  get offer() {
    return this.mine ? (this.view?.decision?.offer ?? []) : [];
  }

  /** The choices of this seat that are offered one by one. @returns {Choice[]} */
  get choices() {
    return this.offer.filter(Array.isArray);
  }

  /** Whether the dice have another seal than the one this browser saw first in the game. */
  get sealChanged() {
    const seal = this.state?.seal;
    return !!seal && !!this.table && (firstSeal(this.table) ?? seal) !== seal;
  }

  /** Whether choices are on their way to the server. */
  get busy() {
    return this.#busy > 0;
  }

  /**
   * Several deeds in a row, during which nothing else is taken from the player.
   * @param {() => Promise<void>} deeds
   */
  async meanwhile(deeds) {
    this.#busy += 1;
    try {
      await deeds();
    } finally {
      this.#busy -= 1;
    }
  }

  /**
   * The choices with a verb, and an argument if given.
   * @param {string} verb
   * @param {string | number} [argument]
   */
  offered(verb, argument) {
    return [...listed(this.offer, verb, argument)];
  }

  /** @param {string} id */
  unit(id) {
    return this.view?.units.find((unit) => unit.id === id) ?? null;
  }

  /**
   * The counters in a hex that may be seen, top first.
   * @param {string} hex
   */
  stack(hex) {
    return this.view?.units.filter((unit) => unit.hex === hex) ?? [];
  }

  /** The game's description of the present kind of decision: which controls answer it, and their texts. */
  get decision() {
    return this.board?.decisions[this.view?.decision?.kind ?? ""] ?? null;
  }

  /**
   * A part of the view by its path: "markers.air".
   * @param {string} path
   * @returns {any}
   */
  value(path) {
    return path.split(".").reduce((/** @type {any} */ part, key) => part?.[key], this.view);
  }

  /** What a unit or a marker is called; a number is a number. @param {string | number} piece */
  nameOf(piece) {
    if (typeof piece === "number") return String(piece);
    const id = piece;
    return this.unit(id)?.name ?? this.board?.units[id]?.name ?? this.board?.markers[id]?.title
      ?? this.board?.aircraft?.[id]?.name ?? id;
  }

  /** A choice in words. @param {Choice} choice */
  words(choice) {
    const [verb, ...what] = choice;
    const parts = what.map((one) => this.nameOf(one));
    const there = parts.length > 1 && this.board?.hexes[String(what[what.length - 1])];
    const names = there ? `${parts.slice(0, -1).join(" ")} to ${parts[parts.length - 1]}` : parts.join(" ");
    return this.board?.verbs[String(verb)]?.replace("{}", names) ?? `${verb} ${names}`.trim();
  }

  /** Whether both sides are played by people at this screen. */
  get hotSeat() {
    return (this.state?.me.length ?? 0) > 1;
  }

  /** The lobby's data, fetched once. */
  lobby() {
    this.#lobby ??= fetchJson("/api/lobby").catch((error) => {
      this.#lobby = null;
      throw error;
    });
    return this.#lobby;
  }

  /** Find out whether this is a server for several players. */
  async #learn() {
    const { mode } = await this.lobby();
    this.hosted = mode === "remote";
    document.body.toggleAttribute("data-hosted", this.hosted);
    this.emit("hosted");
    if (this.hosted && this.table && this.state) remember(this.table, this.state.me);
  }

  /**
   * Open a game. Its first state says which board it is played on.
   * @param {string} table
   * @param {import("./types.js").Line} [connection] another than the game's own: the analysis board's
   */
  open(table, connection = new Connection(`/api/tables/${table}/ws`)) {
    this.close();
    this.table = table;
    this.#connection = connection;
    let before = Promise.resolve();
    connection.onopen = () => this.#arrive();
    connection.onstate = (state) => {
      before = before.then(() => this.#prepare(state.view)).then(() => {
        if (this.#connection === connection && !this.gone) this.#receive(state);
      });
    };
    connection.onlost = () => void this.ask("sit", { side: this.side });
    connection.onpush = (message) => {
      if (message.type === "presence") this.presence = message;
      if (message.type === "thinking") this.thinking = message;
      this.emit(message.type, message);
    };
    connection.onconnection = (up) => {
      if (!up) this.#lost ??= this.state?.number ?? null;
      this.emit("connection", up);
    };
    let said = "";
    connection.onerror = (error) => {
      said = error.message;
      this.emit("missing", error);
    };
    connection.onend = (why) => this.#end(why, said);
    connection.connect();
    if (connection instanceof Connection) this.#learn().catch(() => {}); // without it the page behaves as on the player's own machine
  }

  /**
   * This page can no longer follow the game. Before the first state "missing" has said why.
   * @param {"gone" | "void" | "old"} why there is no such game, the page has no right to it, or it is of other rules
   * @param {string} said what the server said of it
   */
  #end(why, said) {
    if (!this.table || !this.state) return;
    this.#connection?.close();
    if (why === "gone") forget(this.table);
    else if (why === "void" && this.hosted) remember(this.table, this.state.me.filter((side) => side !== this.side));
    this.gone = why === "gone" ? "This game has been deleted."
      : why === "old" ? `This game cannot go on here. ${said}`
      : this.side === null ? "You can no longer watch this game."
      : "This browser can no longer play this seat: a new link to it was made.";
    this.thinking = null;
    if (this.mode === "curtain") { // the board behind it stays hidden
      this.emit("missing", { message: this.gone });
      this.setMode("lobby");
    }
    this.emit("gone");
  }

  /** Check the connection; if it is lost, try again at once. */
  checkConnection() {
    this.#connection?.check({ do: "pace", seconds: this.pace });
  }

  /**
   * Load the board of a scenario, unless it is loaded.
   * @param {View} view
   */
  async #prepare({ game, scenario }) {
    if (this.board?.game === game && this.board.scenario === scenario) return;
    this.board = await fetchJson(`/api/board/${game}?scenario=${encodeURIComponent(scenario)}`);
  }

  /** Leave the open game. */
  close() {
    this.#connection?.close();
    this.#connection = null;
    this.table = this.state = this.view = this.side = this.selected = this.thinking = this.gone = null;
    this.presence = this.#lost = this.task = null;
    this.entries = [];
    this.layers.clear();
  }

  /** After every (re)connection: the pace of the computer, then the seat we had, and what we know. */
  async #arrive() {
    await this.ask("pace", { seconds: this.pace });
    const { version, number, view } = this.state ?? {};
    const known = version !== undefined && view?.side === this.side ? { version, since: (number ?? 0) + 1 } : {};
    const reply = await this.ask("sit", { side: this.side, own: !this.state, ...known });
    if (reply.ok || !reply.error || reply.error.kind === "line" || this.gone) return;
    this.emit("missing", reply.error);
    this.#end(reply.error.kind === "unknown" ? "gone" : "void", reply.error.message);
  }

  /** Seconds for which each step of a bot is shown. */
  get pace() {
    return keptPace();
  }

  set pace(seconds) {
    keepPace(seconds);
    if (this.#connection) void this.ask("pace", { seconds });
  }

  /** @param {State} state */
  #receive(state) {
    const first = this.state === null;
    if (first && state.me.length === 1 && state.view.side === state.me[0]) this.side = state.me[0]; // it has sat us there
    const placeIn = (/** @type {string | undefined} */ hex) => this.board?.places.find((place) => place.hex === hex)?.name;
    this.entries = upTo(this.entries, state.since, placeIn); // logged again after an undo
    append(this.entries, state.entries, placeIn);
    this.state = state;
    if (this.table && state.seal) rememberSeal(this.table, state.seal);
    if (this.#lost !== null) this.#caughtUp(state.number - this.#lost);
    if (this.hosted && this.table) remember(this.table, state.me);
    this.thinking = null; // it has answered, or reports again in a moment
    if (this.mode !== "replay") this.view = state.view;
    const seat = this.#seat(state);
    if (seat !== this.side && seat !== "curtain") {
      void this.sit(seat);
      if (first) return; // what a spectator sees is not worth showing
    } else if (seat === "curtain") {
      this.setMode("curtain");
    } else if (this.mode === "lobby" || this.mode === "curtain") {
      this.setMode("play");
    }
    this.emit("state");
  }

  /** @param {number} choices taken while the connection was lost */
  #caughtUp(choices) {
    this.#lost = null;
    const what = choices > 0 ? `${choices} ${choices === 1 ? "choice was" : "choices were"} taken meanwhile` : "nothing was missed";
    this.flash(`Connected again; ${what}.`);
  }

  /**
   * Where this page belongs: at its side, the next one's if two share the screen.
   * @param {State} state
   */
  #seat(state) {
    const people = state.me;
    if (people.length === 0) return null;
    if (people.length === 1) return people[0] ?? null;
    const asked = deciding(state);
    const [first] = asked;
    if (first === undefined) return this.side; // the game is over
    if (this.side !== null && asked.includes(this.side)) return this.side;
    return this.board?.hides || state.secret ? "curtain" : first; // else there is nothing to cover
  }

  /**
   * Take a side; only then does the server send what it sees.
   * @param {string | null} side
   */
  async sit(side) {
    this.side = side;
    this.entries = [];
    await this.ask("sit", { side });
    if (this.mode === "curtain" || this.mode === "lobby") this.setMode("play");
  }

  /**
   * Show another moment on the board (replay), or the present again.
   * @param {View | null} view
   */
  showView(view) {
    this.view = view ?? this.state?.view ?? null;
    this.setMode(view ? "replay" : "play");
    this.emit("state");
  }

  /** @param {Mode} mode */
  setMode(mode) {
    if (this.mode === mode) return;
    this.mode = mode;
    document.body.dataset.mode = mode;
    this.emit("mode");
  }

  // To the server ------------------------------------------------------------------------------

  /**
   * Take choices in order. A refusal is shown; those before the refused one stand.
   * @param {Choice[]} choices
   * @param {boolean} [quiet] do not show a refusal
   * @returns {Promise<Reply>}
   */
  async choose(choices, quiet = false) {
    if (!this.state || choices.length === 0) return { ok: false };
    this.#busy += 1;
    try {
      const reply = await this.ask("choose", { number: this.state.number, version: this.state.version, choices });
      if (!reply.ok && reply.error && !quiet) this.flash(reply.error.message, reply.error.rule);
      return reply;
    } finally {
      this.#busy -= 1;
    }
  }

  /**
   * Take back the last choices, down to the one with this number, or the last one.
   * @param {number} [to]
   */
  async undo(to) {
    const reply = await this.ask("undo", { to, version: this.state?.version });
    if (!reply.ok && reply.error) this.flash(reply.error.message, reply.error.rule);
    return reply;
  }

  /**
   * Do something that is not a choice: chat, offer, answer, resign. A refusal is shown.
   * @param {string} deed
   * @param {Record<string, any>} [fields]
   */
  async act(deed, fields = {}) {
    const reply = await this.ask(deed, fields);
    if (!reply.ok) this.flash(reply.error?.message ?? "Connection lost. Check whether your move went through.");
    return reply.ok;
  }

  /**
   * Ask the engine something about the present state.
   * @template {string} Q
   * @param {Q} request
   * @param {Record<string, any>} fields
   * @returns {Promise<import("./types.js").Reply<Q>>}
   */
  ask(request, fields) {
    if (!this.#connection) return Promise.resolve({ ok: false });
    if (this.gone) return Promise.resolve({ ok: false, error: { kind: "gone", rule: null, message: this.gone } });
    return /** @type {Promise<any>} */ (this.#connection.ask({ do: request, ...fields }));
  }

  /**
   * Ask why something is not allowed, and show the answer.
   * @param {Choice} choice
   */
  async whyNot(choice) {
    const reply = await this.ask("why", { choice });
    if (reply.ok && !reply.legal) this.flash(reply.reason ?? "", reply.rule);
    else if (!reply.ok && reply.error) this.flash(reply.error.message, reply.error.rule);
  }

  // On the board -------------------------------------------------------------------------------

  /**
   * Select a hex ("2218"), a unit by its id, or nothing.
   * @param {string | null} what
   */
  select(what) {
    const unit = what === null ? null : this.unit(what);
    const hex = unit?.hex ?? (what !== null && this.board?.hexes[what] ? what : null);
    this.selected = hex === null ? null : { hex, unit: unit?.id ?? null };
    this.emit("select");
  }

  /** @param {string | null} hex */
  hover(hex) {
    if (hex === this.hovered) return;
    this.hovered = hex;
    this.emit("hover");
  }

  /**
   * @param {string} message
   * @param {string | null} [rule]
   */
  flash(message, rule = null) {
    this.emit("flash", { message, rule });
  }

  /** @param {string} rule */
  openRule(rule) {
    this.emit("rule", rule);
  }

  /** @param {string} hex */
  centre(hex) {
    this.emit("centre", hex);
  }
}

export const app = new Store();

/** @param {State} state */
function deciding(state) {
  const side = state.view.decision?.side;
  return state.secret?.deciding ?? (side ? [side] : []);
}
