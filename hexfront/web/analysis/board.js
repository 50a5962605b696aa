// @ts-check
/** The analysis board: a page like that of a game whose other end is a made-up position. */

import { app } from "../app.js";
import { Callbacks } from "../lib/callbacks.js";
import { loadStyle } from "../lib/lazy.js";
import { Study, studyOf } from "./study.js";

/** @typedef {import("../types.js").Line} Line */

/** @type {BoardLine | null} */
export let board = null;

/** What is done on the board instead of playing. */
const TASKS = {
  arrange: "Arranging: click a counter, then the hex it goes to.",
  draw: "Drawing arrows: click the hex where one begins, then where it ends.",
};

/** Open the board that the address asks for. */
export async function start() {
  document.body.dataset.board = "";
  await loadStyle("analysis/analysis.css");
  const about = new URLSearchParams(location.search);
  try {
    open(await studyOf(about));
    if (about.has("table") || about.has("game")) history.replaceState(null, "", "/board"); // a reload keeps the work
  } catch (error) {
    app.emit("missing", { message: error instanceof Error ? error.message : String(error) });
    delete document.body.dataset.board;
    app.emit("lobby");
  }
}

/**
 * @param {Study} study
 * @param {boolean} [panel] whether the board's own panel is shown
 */
export function open(study, panel = true) {
  board = new BoardLine(study);
  app.open("board", board);
  if (panel) app.emit("show-tab", "board");
}

/** @implements {Line} */
export class BoardLine extends Callbacks {
  /** What a click on the map does instead of playing. @type {"arrange" | "draw" | "edit" | null} */
  tool = null;
  /** What the server said last. @type {any} */
  last = null;
  version = 0;

  /** @param {Study} study */
  constructor(study) {
    super();
    this.study = study;
  }

  connect() {
    this.onconnection(true);
    this.onopen();
  }

  check() {}

  close() {}

  /**
   * What the page asks of a game, answered by the board.
   * @param {Record<string, any>} message
   * @returns {Promise<any>}
   */
  async ask({ do: what, ...fields }) {
    try {
      if (what === "pace") return { ok: true };
      if (what === "sit") {
        if (this.last) this.#push();
        else await this.#send(null);
        return { ok: true };
      }
      if (what === "choose") return await this.#send({ do: what, choices: fields.choices });
      if (what === "undo") {
        const now = this.study.now;
        now.choices = now.choices.slice(0, fields.to ?? now.choices.length - 1);
        return await this.#send(null);
      }
      if (what === "hint") {
        const { choice, bot, reason } = await this.study.ask({ do: "hint" });
        this.onpush({ type: "hint", number: this.study.now.choices.length, choice, bot, reason });
        return { ok: true };
      }
      const { answer } = await this.study.ask({ do: what, ...fields });
      return { ok: true, ...answer };
    } catch (error) {
      return { ok: false, error: { kind: "refused", rule: null, message: error instanceof Error ? error.message : String(error) } };
    }
  }

  /**
   * Ask something after which the board may stand otherwise.
   * @param {Record<string, any> | null} ask
   */
  async #send(ask) {
    const reply = await this.study.ask(ask);
    this.#take(reply);
    return reply.error ? { ok: false, error: reply.error } : { ok: true };
  }

  /** @param {any} reply */
  #take(reply) {
    const now = this.study.now;
    const view = reply.state.view;
    now.choices = reply.choices;
    now.value = reply.value;
    now.turn = view.turn;
    now.phase = view.phase;
    this.last = reply;
    this.study.keep();
    this.#push();
  }

  #push() {
    this.version += 1;
    const state = { ...this.last.state, version: this.version };
    if (this.tool) state.view = { ...state.view, decision: state.view.decision && { side: state.view.decision.side }, planned: null };
    state.hints = state.suggests = this.study.doc.bots;
    this.onstate(state);
  }

  /** Show the variation that is now current. */
  refresh() {
    return this.act(() => this.#send(null));
  }

  /** @param {"arrange" | "draw" | null} tool */
  take(tool) {
    this.tool = tool;
    app.task = tool && TASKS[tool];
    this.#push();
  }

  /**
   * Change the position. What was played so far stays as it is: the changed one is a variation of it.
   * @param {object[]} edits
   */
  edit(edits) {
    return this.act(async () => {
      const reply = await this.study.ask({ do: "edit", edits });
      if (this.study.now.choices.length) this.study.branch(reply.position, "Rearranged");
      else this.study.replace(reply.position);
      this.#take(reply);
    });
  }

  /** Let a bot play on. @param {string} name */
  play(name) {
    return this.act(() => this.#send({ do: "bot", name }));
  }

  /** Set the faces of the next rolls. @param {number[]} faces */
  dice(faces) {
    const now = this.study.now;
    const rolls = this.last?.rolls ?? 0;
    now.dice = [...now.dice.filter(([at]) => at < rolls), ...faces.map((face, i) => /** @type {[number, number]} */ ([rolls + i, face]))];
    return this.refresh();
  }

  /**
   * Do something and say why it did not work.
   * @param {() => Promise<any>} deed
   */
  async act(deed) {
    try {
      await deed();
      return true;
    } catch (error) {
      app.flash(error instanceof Error ? error.message : String(error));
      return false;
    }
  }
}
