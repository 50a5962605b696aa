/** What the server sends, and what the parts of the page share. Only read by `tsc`. */

export type Side = string;
export type Hex = string;
export type UnitId = string;
/** A verb and its arguments. */
export type Choice = (string | number)[];

export interface Unit {
  id: UnitId;
  side: Side;
  name: string;
  /** What the counter shows, where that is not its name. */
  label?: string;
  type: string;
  size: string;
  mobility: string;
  factors: [number, number][];
  steps: number;
  attack: number;
  defence: number;
  hex: Hex | null;
  moved?: boolean;
  attacked?: boolean;
  /** On the top counter of a stack: how many below may not be seen. */
  hidden?: number;
  garrisons?: UnitId[];
  supplied?: boolean;
  /** Stands in an enemy zone of control. */
  ezoc?: boolean;
}

export interface HexState {
  control?: Side;
  /** What else a game says of it. */
  [field: string]: any;
}

export interface Decision {
  side: Side;
  /** This and the rest are left out for those who do not decide. */
  kind?: string;
  prompt?: string;
  offer?: OfferItem[];
}

/** The values an argument may have: a list, whole numbers, or runs of numbered hexes. */
export type Axis = (string | number)[] | { from: number; to: number } | string;

/** A choice, or many at once: every combination of arguments, or points split among names. */
export type OfferItem =
  | Choice
  | { verb: string; product: Axis[] }
  | { verb: string; split: number; among: [string, number][]; keep: boolean };

export interface OddsLine {
  /** "attack" or "defence" */
  role: string;
  unit: UnitId;
  factor: number;
  rule: string;
  why: string;
}

export interface Shift {
  columns: number;
  rule: string;
  why: string;
}

export interface Modifier {
  value: number;
  rule: string;
  why: string;
}

export interface Odds {
  attack: number;
  defence: number;
  lines: OddsLine[];
  ratio: string;
  shifts: Shift[];
  modifiers: Modifier[];
  column: string;
  automatic: string | null;
  results: Record<string, number>;
  /** Defenders that may not be seen. */
  hidden?: number;
}

export interface Combat {
  side: Side;
  target: Hex;
  units: UnitId[];
  /** What was claimed for it. */
  support?: Record<string, any>;
  odds?: Odds;
}

export interface Planned {
  units: UnitId[];
  hex?: Hex;
  points?: Record<UnitId, number>;
  target?: Hex;
  odds?: Odds;
}

export interface OffMap {
  to_place: UnitId[];
  reinforcements: Record<UnitId, number>;
  eliminated: UnitId[];
  forfeited: UnitId[];
  exited: UnitId[];
  queue: Record<UnitId, number>;
}


export interface Result {
  winner: Side | "draw";
  vp: number | Record<Side, number>;
  score: Record<string, any>;
}

export interface View {
  game: string;
  scenario: string;
  side: Side | null;
  turn: number;
  phase: string;
  impulse?: number;
  /** One number, or one for each side. */
  vp: number | Record<Side, number>;
  hexes: Record<Hex, HexState>;
  /** Stacks lie top first. */
  units: Unit[];
  off_map: OffMap;
  options: Record<string, string | boolean>;
  result: Result | null;
  combat: Combat | null;
  decision: Decision | null;
  planned?: Planned | null;
}

/** A line of the log. */
export interface Entry {
  /** How many choices had been taken when it was logged. */
  number: number;
  what: string;
  case: string | null;
  side: Side | null;
  line: string;
  hexes: Hex[];
  units?: UnitId[];
  turn?: number;
  phase?: string;
  impulse?: number;
  die?: number | null;
  result?: string;
  /** The number of the choice that the computer can explain. */
  why?: number;
}

/** Why the computer took a choice; the second half only where nothing is hidden any more. */
export interface Reason {
  tactic: string;
  posture: string;
  objective: string;
  line: string;
  odds: string;
  units?: UnitId[];
  /** What decided it, in victory points, the largest first. */
  terms?: [string, number][];
  alternative?: string;
  plan?: string;
  gap?: number;
}

/** What the computer says of itself while it thinks. */
export interface Thinking {
  side: Side | null;
  /** How much is done, 0 to 1; null if it does not say. */
  share: number | null;
  what: string;
  /** It was asked to answer now. */
  stopping: boolean;
}

/** What the server tells a page of the game. */
export interface GameState {
  type: "state";
  /** Counts everything that happened and never goes back. */
  version: number;
  number: number;
  since: number;
  view: View;
  entries: Entry[];
  undo: boolean;
  seats: Record<Side, string>;
  seal: string;
  /** Dice of which the seal says nothing: set by hand, or fallen before the game branched off. */
  set_dice: number;
  seed: string | null;
  /** The sides this page may sit at. */
  me: Side[];
  /** What the players are called, where they have said it. */
  names: Record<Side, string | null>;
  /** Sides of people that nobody has taken yet. */
  open: Side[];
  offers: { undo?: { by: Side; to: number }; draw?: { by: Side } };
  /** How the game ended where it did not end by its rules. */
  ended: Ended | null;
  /** Whether the other player can be asked to let one take back. */
  ask_undo: boolean;
}

export interface Ended {
  by: "resignation" | "agreement";
  side: Side | null;
  winner: Side | "draw";
}

/** Which sides have a page open, and how many look on. */
export interface Presence {
  here: Record<Side, boolean>;
  watching: number;
}

export interface ChatLine {
  n: number;
  side: Side;
  name: string | null;
  text: string;
  at: string;
}

/** What the dice gave in one combat, from the attacker's point of view. */
export interface LuckyCombat {
  number: number;
  turn: number;
  phase: string;
  side: Side;
  hex: Hex;
  column: string;
  die: number;
  result: string;
  worth: number;
  expected: number;
  gain: number;
}

export interface Luck {
  combats: LuckyCombat[];
  sides: Record<Side, { combats: number; gain: number; spread: number; luckier: number }>;
  unit: string;
  explain: string;
}

/** A way in which a player is told that it is his move. */
export interface Notice {
  id: number;
  how: "push" | "email" | "service";
  to: string;
}

/** What the check of a record's dice has found. */
export interface Verified {
  dice: number;
  choices: number;
  /** Dice that were set by hand, or fell before the game branched off. */
  scripted: number;
  /** Dice that were passed over where something was taken back. */
  passed: number;
  /** How often that happened. */
  take_backs: number;
  commitments: number;
  seal: string;
}

export interface Refusal {
  kind: string;
  rule: string | null;
  message: string;
  at?: number;
}

export interface Reply {
  type?: string;
  id?: number;
  ok: boolean;
  error?: Refusal;
  [field: string]: any;
}

export interface Chart {
  title: string;
  rule: string;
  columns: string[];
  rows: string[][];
  note: string;
  /** Where the view says which column or row counts. */
  columns_by?: string;
  rows_by?: string;
  /** Column heads of each side, where they differ. */
  heads?: Record<Side, string[]>;
}

/** Something at the head of the page; `from` is the path to its value in the view. */
export interface Fact {
  title: string;
  from: string;
  sign?: string;
  side?: Side;
  /** The word for nothing; without one it is not shown then. */
  none?: string;
}

export interface ScoreRow {
  from: string;
  title: string;
}

/** A piece that is no unit; `from` is the path to its hex, or to the unit it lies on, in the view. */
export interface Marker {
  title: string;
  side: Side;
  shape: string;
  text: string;
  from: string;
  used?: string;
}

/** Who answers a kind of decision, and in what words. */
export interface Desk {
  by: string;
  title?: string;
  done?: string;
  end?: string;
  pass?: string;
  /** Instead of done or pass where something has been taken already. */
  enough?: string;
  declare?: string;
  /** Placing: what becomes of pieces that are not placed, the button for all of them, one after the other. */
  lost?: string;
  all?: string;
  /** The button that lets the game place what is left. */
  settle?: string;
  in_turn?: boolean;
  /** An attack without odds. */
  no_odds?: boolean;
  /** A click on the combat's hex means all of them. */
  target?: boolean;
}

/** A choice that is offered beside others and is about a unit: a button first, then a click on the unit. */
export interface Aside {
  label: string;
  hint: string;
  key?: string;
}

export interface TrackBox {
  title: string;
  number: string;
  phases: string[];
  impulse?: number;
  side?: Side;
}

/** A counter as it is printed. */
export interface BoardUnit {
  side: Side;
  name: string;
  label?: string;
  formation: string;
  type: string;
  size: string;
  mobility: string;
  factors: [number, number][];
  hex: Hex | null;
  arrives: number;
}

export interface Place {
  hex: Hex;
  name: string;
  kind: string;
}

export interface Board {
  game: string;
  scenario: string;
  title: string;
  sides: Side[];
  /** Whether something is hidden from the other side. */
  hides: boolean;
  viewBox: [number, number, number, number];
  hexes: Record<Hex, [number, number]>;
  corner: [number, number][];
  symbols: Record<string, string>;
  turns: number;
  track: TrackBox[];
  phase_names: Record<string, string>;
  charts: Chart[];
  facts: Fact[];
  score: { rows: ScoreRow[]; total: ScoreRow; rule: string };
  decisions: Record<string, Desk>;
  /** Choices in words, by their verb; {} is the piece. */
  verbs: Record<string, string>;
  asides?: Record<string, Aside>;
  /** The entries of the log that are about combats. */
  fights: string[];
  markers: Record<string, Marker>;
  /** Words for kinds of places and terrain. */
  kinds: Record<string, string>;
  /** Words for hexes, and for what is true of them now. */
  notes?: Record<Hex, string[]>;
  states?: Record<string, string>;
  /** What is printed for the sizes of units. */
  sizes?: Record<string, string>;
  /** Hexes with fortifications; the view says which of them stand (`fort`). */
  works?: Hex[];
  /** How the game is won, in a few lines. */
  help?: string[];
  supply: { title: string; out: Record<Side, string> };
  places: Place[];
  terrain: Record<Hex, string>;
  rivers: [Hex, Hex, string][];
  units: Record<UnitId, BoardUnit>;
}

export interface RuleCase {
  case: string;
  title: string;
  rule: string;
}

/** Where a turn or a phase begins, for the slider of the replay. */
export interface TimeMark {
  number: number;
  what: "turn" | "phase";
  turn: number;
  phase: string | null;
  impulse: number | null;
}

export interface Replay {
  choices: number;
  marks: TimeMark[];
  entries: Entry[];
}

export interface OptionSpec {
  id: string;
  title: string;
  explain: string;
  values: (string | boolean)[];
  default: string | boolean;
}

export interface GameInfo {
  game: string;
  title: string;
  version: string;
  data: string;
  sides: Side[];
  scenarios: { id: string; title: string }[];
  options: OptionSpec[];
  /** The computer opponents that play it, and that of a game begun with one click. */
  bots: string[];
  usual: string;
}

export interface TableSummary {
  id: string;
  /** Only this and the id, if the game cannot be read. */
  error?: string;
  game: string;
  title: string;
  seats: Record<Side, string>;
  turn: number;
  phase: string;
  /** Not in the list of games kept by an older server. */
  phase_title?: string;
  over: boolean;
  result: Result | null;
  choices: number;
  begun: string;
  moved: string;
  names: Record<Side, string | null>;
  open: Side[];
  to_move: Side | null;
  ended: Ended | null;
}

/** A new game, with the links to be given away; they are shown once. */
export interface OpenedTable extends TableSummary {
  /** The sides its maker has taken. */
  mine: Side[];
  invitations: Record<Side, string>;
  watch_link: string | null;
}

/** What an invitation is for. */
export interface Invitation {
  id: string;
  game: string;
  title: string;
  role: "seat" | "watch";
  side: Side | null;
  from: string | null;
  names: Record<Side, string | null>;
  over: boolean;
}

/** A computer opponent; the name may carry a level. */
export interface Opponent {
  name: string;
  title: string;
  about: string;
}

export interface Lobby {
  version: string;
  /** On one's own machine there are no secrets and no invitations. */
  mode: "local" | "remote";
  /** Whether this browser may make games here. */
  create: boolean;
  notices: { push: string | null; email: boolean; services: string[] };
  games: GameInfo[];
  bots: Opponent[];
  /** What the levels of an opponent mean. */
  levels: string;
  tables: TableSummary[];
}

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

/** The part of the page that answers some kinds of decision. */
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
