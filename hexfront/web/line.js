// @ts-check
/** The WebSocket to the server: questions with their answers, pushes, and reconnection. */

/** @typedef {import("./types.js").Reply} Reply */
/** @typedef {import("./types.js").GameState} State */
/** @typedef {import("./types.js").Refusal} Refusal */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;

export class Line {
  /** @type {() => void} */
  onopen = () => {};
  /** @type {(state: State) => void} */
  onstate = () => {};
  /** @type {(thinking: import("./types.js").Thinking) => void} */
  onthinking = () => {};
  /** @type {(up: boolean) => void} */
  onconnection = () => {};
  /** @type {(error: Refusal) => void} */
  onerror = () => {};
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<number, (reply: Reply) => void>} */
  #waiting = new Map();
  #next = 1;
  #wait = FIRST_WAIT;
  #closed = false;
  #path;

  /** @param {string} path */
  constructor(path) {
    this.#path = path;
  }

  /** Connect, and again whenever the line breaks. */
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
      for (const answer of this.#waiting.values()) answer({ ok: false });
      this.#waiting.clear();
      if (event.code === 4404 || event.code === 4403) return; // no such game: no use in trying
      this.onconnection(false);
      setTimeout(() => !this.#closed && this.connect(), this.#wait);
      this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
    });
  }

  /** @param {any} message */
  #hear(message) {
    if (message.type === "state") this.onstate(message);
    else if (message.type === "thinking") this.onthinking(message);
    else if (message.type === "error") this.onerror(message.error);
    else {
      this.#waiting.get(message.id)?.(message);
      this.#waiting.delete(message.id);
    }
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
        error: { kind: "line", rule: null, message: "The server does not answer; trying again." },
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
    this.#socket?.close();
  }
}
