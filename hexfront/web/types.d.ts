/** What the server sends, and what the parts of the page share. Only read by `tsc`. */

import type { Answers, Choice, GameState, Hex, Refusal, UnitId } from "./wire.js";

export * from "./wire.js";

/** The reply to a question or a deed: what was asked for, or why not (nothing where the connection broke). */
export type Reply<Q extends string = string> =
  | ({ ok: true; error?: undefined } & (Q extends keyof Answers ? Answers[Q] : unknown))
  | { ok: false; error?: Refusal };

/** How one hex of a layer looks. */
export interface HexMark {
  label?: string;
  className?: string;
  title?: string;
}

export interface Layer {
  hexes?: Map<Hex, HexMark>;
  paths?: Hex[][];
  arrows?: Arrow[];
  /** Hexes with a sign: a cross where units died, a flag where a place was taken. */
  signs?: { hex: Hex; sign: "cross" | "flag"; side: string; title: string }[];
  className: string;
}

/** A way that somebody went, in the colours of a side. */
export interface Arrow {
  hexes: Hex[];
  side: string;
  title: string;
}

/** What the store needs of a connection; the analysis board has one of its own. */
export interface Line {
  onopen: () => void;
  onstate: (state: GameState) => void;
  onconnection: (up: boolean) => void;
  onerror: (error: Refusal) => void;
  onend: (why: "gone" | "void" | "old") => void;
  onlost: () => void;
  onpush: (message: any) => void;
  connect(): void;
  check(question: Record<string, any>): void;
  ask(message: Record<string, any>): Promise<any>;
  close(): void;
}

export type Mode = "lobby" | "play" | "curtain" | "replay";

/** A click, tap or Enter on a hex or on one counter of it. */
export interface Act {
  hex: Hex;
  unit: UnitId | null;
  /** The whole stack is meant (shift). */
  all: boolean;
  /** This very counter is meant, out of a fanned stack. */
  exact: boolean;
  touch: boolean;
}

/** A button of the prompt bar. */
export interface ButtonSpec {
  label: string;
  do: () => unknown;
  /** A key that presses it. */
  key?: string;
  /** Another one, that is not shown on it. */
  also?: string;
  tone?: "primary" | "quiet" | "danger";
  title?: string;
  hint?: string;
  disabled?: boolean;
  /** Says what it is to scripts and styles. */
  verb?: string;
}

/** The part of the page that answers some kinds of decision. */
export interface Handler {
  buttons(): ButtonSpec[];
  /** As the game calls it. */
  name: string;
  show(): void;
  hide(): void;
  /** Counters that can be used now, and those in use. */
  live(): Map<UnitId, "can" | "chosen">;
  /** Whether the act was something. */
  act(act: Act): boolean | Promise<boolean>;
  /** The choice that was probably meant by an act that is not allowed. */
  meant?(act: Act): Choice | null;
  hover?(hex: Hex | null): void;
}
