// @ts-check
/** The WebSocket to the server: questions with their answers, pushes, and reconnection. */

import { Callbacks } from "./callbacks.js";

/** @typedef {import("../types.js").Reply} Reply */
/** @typedef {import("../types.js").GameState} State */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const PATIENCE = 4000; // milliseconds without an answer until the connection counts as lost
const GONE = 4404; // close codes of the server: there is no such game,
const VOID = 4403; // this page has no right to it, or no longer has,
const OLD = 4409; // it cannot be played under the present rules and data

export class Connection extends Callbacks {
  /** The last whole state. @type {State | null} */
  #last = null;
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<number, (reply: Reply) => void>} */
  #waiting = new Map();
  #next = 1;
  #wait = FIRST_WAIT;
  #timer = 0;
  #closed = false;
  #path;

  /** @param {string} path */
  constructor(path) {
    super();
    this.#path = path;
  }

  /** Connect, and reconnect whenever the connection is lost. */
  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${this.#path}`);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#wait = FIRST_WAIT;
      this.onconnection(true);
      this.onopen();
    });
    socket.addEventListener("message", (event) => this.#hear(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => {
      if (this.#closed || socket !== this.#socket) return;
      this.#break();
      if ([GONE, VOID, OLD].includes(event.code)) {
        this.#closed = true;
        this.onend(event.code === GONE ? "gone" : event.code === VOID ? "void" : "old");
        return;
      }
      this.onconnection(false);
      this.#timer = setTimeout(() => this.connect(), this.#wait);
      this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
    });
  }

  /** Fail all pending questions: they will not be answered. */
  #break() {
    this.#socket = null;
    for (const answer of this.#waiting.values()) answer({ ok: false });
    this.#waiting.clear();
  }

  /**
   * Reconnect at once if the connection is lost; if it only seems open (the machine has slept, the network
   * has changed) find out with a question.
   * @param {Record<string, any>} question
   */
  check(question) {
    if (this.#closed) return;
    const socket = this.#socket;
    if (socket?.readyState === WebSocket.CONNECTING) return;
    if (socket?.readyState !== WebSocket.OPEN) {
      this.#again();
      return;
    }
    let answered = false;
    void this.ask(question).then(() => (answered = true));
    setTimeout(() => {
      if (answered || this.#closed || socket !== this.#socket) return;
      this.#break();
      socket.close();
      this.onconnection(false);
      this.#again();
    }, PATIENCE);
  }

  #again() {
    clearTimeout(this.#timer);
    this.connect();
  }

  /** @param {any} message */
  #hear(message) {
    if (message.type === "state") this.#tell(message);
    else if (message.type === "change") {
      if (this.#last && this.#last.version === message.base) this.#tell(merge(this.#last, message));
      else this.onlost(); // a push is missing: ask for everything
    } else if (message.type === "error") this.onerror(message.error);
    else if (message.type !== "reply") this.onpush(message);
    else {
      this.#waiting.get(message.id)?.(message);
      this.#waiting.delete(message.id);
    }
  }

  /** @param {State} state */
  #tell(state) {
    this.#last = state;
    this.onstate(state);
  }

  /**
   * Send a message and wait for its reply.
   * @param {Record<string, any>} message
   * @returns {Promise<Reply>}
   */
  ask(message) {
    const socket = this.#socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) {
      return Promise.resolve({
        ok: false,
        error: { kind: "line", rule: null, message: "Connection lost. Check whether your move went through." },
      });
    }
    const id = this.#next++;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      socket.send(JSON.stringify({ ...message, id }));
    });
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }
}

/**
 * The whole state after a push of what differs.
 * @param {State} old
 * @param {any} message
 * @returns {State}
 */
export function merge(old, message) {
  const { base, gone, stacks, hexes, ...rest } = message;
  /** @type {any} */
  const view = { ...old.view, ...message.view };
  for (const field of gone) delete view[field];
  if (stacks) {
    const moved = new Set(Object.values(stacks).flat().map((/** @type {any} */ unit) => unit.id));
    const stay = old.view.units.filter((unit) => !((unit.hex ?? "") in stacks) && !moved.has(unit.id));
    const order = (/** @type {any} */ one) => one.hex ?? "";
    view.units = [...stay, ...Object.values(stacks).flat()].sort((one, other) =>
      order(one) < order(other) ? -1 : order(one) > order(other) ? 1 : 0);
  }
  if (hexes) {
    view.hexes = { ...old.view.hexes, ...hexes };
    for (const [hex, what] of Object.entries(hexes)) if (what === null) delete view.hexes[hex];
  }
  return { ...old, ...rest, type: "state", view };
}
