/** What the server sends, and what the parts of the page share. Only read by `tsc`. */

import type { Answers, Choice, Hex, Refusal, UnitId } from "./wire.js";

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
  className: string;
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
  tone?: "primary" | "quiet" | "danger";
  title?: string;
  hint?: string;
  disabled?: boolean;
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
