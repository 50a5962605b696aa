// @ts-check
/** What a connection tells the store; until somebody listens, nothing happens. */

/** @typedef {import("../types.js").GameState} State */
/** @typedef {import("../types.js").Refusal} Refusal */

export class Callbacks {
  /** @type {() => void} */
  onopen = () => {};
  /** @type {(state: State) => void} */
  onstate = () => {};
  /** @type {(up: boolean) => void} */
  onconnection = () => {};
  /** @type {(error: Refusal) => void} */
  onerror = () => {};
  /** Reconnecting is useless: the game is deleted or too old, or this page has no right to it. @type {(why: "gone" | "void" | "old") => void} */
  onend = () => {};
  /** A push was missed; the page asks for the whole state. */
  onlost = () => {};
  /** Called with every other push: presence, chat, note, thinking, notice. @type {(message: any) => void} */
  onpush = () => {};
}
