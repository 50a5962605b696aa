/** What the server sends. Written by tools/page_types.py from the Python side: not by hand. */

export type Side = string;

export type Hex = string;

export type UnitId = string;

/** A verb and its arguments. */
export type Choice = (string | number)[];

/** `control` is the side that holds the hex; the rest is the game's own. */
export type HexState = Record<string, any>;

/** A counter, as far as the one who looks may know it. */
export interface Unit {
  id: UnitId;
  side: Side;
  name: string;
  /** What the counter shows, where that is not its name. */
  label?: string;
  type: string;
  size: string;
  mobility: string;
  /** Attack and defence with each number of steps, the full one first. */
  factors: number[][];
  steps: number;
  attack: number;
  defence: number;
  hex: Hex | null;
  moved?: boolean;
  attacked?: boolean;
  /** On the top counter of a stack: how many below may not be seen. */
  hidden?: number;
  /** The static units among those. */
  garrisons?: UnitId[];
  supplied?: boolean;
  /** Stands in an enemy zone of control. */
  ezoc?: boolean;
}

/** All whole numbers from one to another. */
export interface Span {
  from: number;
  to: number;
}

/** The values an argument may have: a list, whole numbers, or runs of numbered hexes. */
export type Axis = (string | number)[] | Span | string;

/** A verb with every combination of its arguments. */
export interface ProductItem {
  verb: string;
  product: Axis[];
}

/** Points divided among names, each with its most. */
export interface SplitItem {
  verb: string;
  split: number;
  among: [string, number][];
  /** Whether points may be left over. */
  keep: boolean;
}

/** A choice, or many at once. */
export type OfferItem = Choice | ProductItem | SplitItem;

/** Whose decision it is; what it is about only for the side that decides. */
export interface Decision {
  /** Null for those who may not know: sides that decide in secret. */
  side: Side | null;
  kind?: string;
  prompt?: string;
  offer?: OfferItem[];
  /** Instead of the offer, in the engine protocol, where a client has not asked for that. */
  choices?: Choice[];
}

/** What everybody may know of a decision that sides take in secret. */
export interface SecretDecision {
  /** The sides that have not committed. */
  deciding: Side[];
  /** Those that have, with the hash that each has published. */
  committed: Record<Side, string>;
}

/** What one unit brings to a combat. */
export interface OddsLine {
  /** Attack or defence. */
  role: string;
  unit: UnitId;
  factor: number;
  rule: string;
  why: string;
}

/** Columns to the right, which favours the attacker, or to the left. */
export interface Shift {
  columns: number;
  rule: string;
  why: string;
}

/** What is added to the die. */
export interface Modifier {
  value: number;
  rule: string;
  why: string;
}

/** A step of a combat's computation, in the game's own words. */
export interface OddsStep {
  /** What it is a part of: "Column shifts". */
  group: string;
  /** What it comes to: "+1", "4:1". */
  value: string;
  rule: string;
  why: string;
  /** Whether it helps the attacker; null where it helps nobody. */
  good: boolean | null;
}

/** How a game that compares factors by their ratio computes, in figures. */
export interface Ratio {
  attack?: number;
  defence?: number;
  ratio?: string;
  shifts?: Shift[];
  modifiers?: Modifier[];
}

/** What a combat may come to where defenders are hidden, from the order of battle. */
export interface OddsRange {
  /** The column at best, for the attacker. */
  best: string;
  worst: string;
  likely: string;
  /** The chance of each result in the likely case. */
  results: Record<string, number>;
}

/** What an order costs: by the field of the view that has the stock, how much of whose. */
export type Spends = Record<string, Record<UnitId, number>>;

/** The whole computation of a combat, in words that a reader need not know the game for. */
export interface Odds extends Ratio {
  /** The strengths and what they come to: "29 to 4 = 7:1", "140 %". */
  headline: string;
  lines: OddsLine[];
  /** What follows from the lines, in order. */
  steps: OddsStep[];
  /** What it comes to, to fit on a button: "3:1 +1". */
  short: string;
  column: string;
  /** The columns of the table, and those off its ends where there are such. */
  columns: string[];
  /** Which of them it is. */
  at: number;
  /** The result, where no die is rolled. */
  automatic: string | null;
  /** The chance of each result. */
  results: Record<string, number>;
  /** The same exactly: in how many of all equally likely falls of the dice. */
  ways: Record<string, number>;
  /** How many such falls there are. */
  of: number;
  /** With hidden defenders: what it may come to. */
  range?: OddsRange;
  /** Defenders that may not be seen. */
  hidden?: number;
  spends?: Spends;
}

/** A declared attack, open to everybody. */
export interface Combat {
  side: Side;
  target: Hex;
  units: UnitId[];
  /** In games with several kinds of attack. */
  kind?: string;
  /** What was claimed for it. */
  support?: Record<string, any>;
  odds?: Odds;
}

/** What the side to decide is putting together: a group on the move, an attack. */
export interface Planned {
  units: UnitId[];
  hex?: Hex;
  points?: Record<UnitId, number>;
  /** Whether the group has gone anywhere yet. */
  started?: boolean;
  target?: Hex;
  kind?: string;
  odds?: Odds;
}

/** The units that are not on the map; a number is the turn they are due. */
export interface OffMap {
  to_place: UnitId[];
  reinforcements: Record<UnitId, number>;
  eliminated: UnitId[];
  forfeited: UnitId[];
  exited: UnitId[];
  queue: Record<UnitId, number>;
}

/** How a game ended by its rules; a game may say more. */
export interface Result {
  /** A side, or "draw". */
  winner: Side;
  vp: number | Record<Side, number>;
  score: Record<string, any>;
  /** What decided it, in games that can be won in several ways. */
  by?: string;
  level?: string;
  /** How far a game is won, where that has names, and the points that say so. */
  difference?: number;
}

/** Everything a side may see. */
export interface View<AnyUnit extends Unit = Unit> {
  game: string;
  scenario: string;
  /** Who looks; null is a spectator. */
  side: Side | null;
  turn: number;
  phase: string;
  impulse?: number;
  /** One number, or one for each side. */
  vp: number | Record<Side, number>;
  hexes: Record<Hex, HexState>;
  /** By hex, each stack from the top. */
  units: AnyUnit[];
  off_map: OffMap;
  options: Record<string, string | boolean>;
  result: Result | null;
  combat: Combat | null;
  decision: Decision | null;
  /** Of the side that moves: the hexes with more units than may stay there. */
  over_stacked?: Hex[];
  /** Of the side that moves: the units without whose move the phase cannot end. */
  has_to_move?: UnitId[];
  planned?: Planned | null;
}

/** A view of whatever game. */
export type AnyView = View<any>;

/** Why something was not done. */
export interface Refusal {
  /** refused, malformed or unknown; the page adds "line" where the connection broke. */
  kind: string;
  rule: string | null;
  message: string;
  /** Of several choices the first that was not taken. */
  at?: number;
}

/** Whether a choice is offered, and if not, why. */
export interface Legality {
  legal: boolean;
  rule?: string | null;
  reason?: string;
}

/** The zone of control of a side. */
export interface HexList {
  hexes: Hex[];
}

/** Whether a unit has a line, and where it runs. */
export interface SupplyLine {
  supplied: boolean;
  state: string;
  path: Hex[] | null;
  /** The state at the last check, where it counts until the next. */
  checked?: string;
  /** What the line costs; None where nothing is counted. */
  points?: number | null;
}

/** The lines of a side. */
export interface SupplyReport {
  units: Record<UnitId, SupplyLine>;
  /** The hexes from which a line is open. */
  network?: Hex[];
  /** Where lines may end now. */
  sources?: Hex[];
  /** Where the enemy blocks the shortest lines of the units that have none. */
  cuts?: Hex[];
}

/** Who can come to a hex, and with what. */
export interface Threat {
  units: UnitId[];
  attack: number;
}

/** Where the units of a side can come in their next move, without luck. */
export interface ThreatMap {
  hexes: Record<Hex, Threat>;
}

/** Where one unit can go. */
export interface UnitReach {
  /** The points left there. */
  hexes: Record<Hex, number>;
  /** The chances of hexes for which dice must fall well. */
  risk: Record<Hex, number>;
}

/** What a group has left in a hex, and how surely it gets there. */
export interface Arrival {
  points: number;
  chance: number;
  /** What has to be bought to get there, in games where movement is bought. */
  fuel?: number;
}

/** Hexes that a rule closes to units, besides those the enemy stands in. */
export interface Closed {
  rule: string;
  why: string;
  hexes: Hex[];
}

/** Where units can go together. */
export interface Reach {
  hexes: Record<Hex, Arrival>;
  /** What a rule closes to them, where it is to be drawn. */
  closed?: Closed[];
}

/** Something that a unit's card says: points, supply, what it can do now. */
export interface CardLine {
  title: string;
  words: string;
  rule: string | null;
}

/** What the engine says of a unit besides what is printed on it. */
export interface UnitCard {
  lines: CardLine[];
}

/** The surest way to a hex. */
export interface Path {
  hexes: Hex[];
  /** The hexes for which a die is rolled. */
  rolls: Hex[];
  points: number;
  chance: number;
  /** What has to be bought before the first step, where movement is bought. */
  fuel?: number;
  /** The choices that buy it. */
  before?: Choice[];
  spends?: Spends;
}

/** What the game suggests for what is still to be placed, loaded, sent ..., one choice after the other. */
export interface Settled {
  choices: Choice[];
}

/** Something dice decided, a combat for one. */
export interface LuckFacts {
  /** What it was, as the game calls it. */
  kind: string;
  turn: number;
  phase: string;
  /** Null where it was about no one hex. */
  hex: Hex | null;
  /** The chances it was taken at, as the game calls them. */
  column: string;
  die: number;
  result: string;
}

/** What the dice gave once, from the point of view of the side that wanted something. */
export interface LuckyCombat extends LuckFacts {
  number: number;
  side: Side;
  worth: number;
  expected: number;
  gain: number;
}

/** What the dice gave a side in all. */
export interface LuckSum {
  combats: number;
  gain: number;
  spread: number;
  /** The share of games with the same rolls in which the dice are kinder. */
  luckier: number;
}

/** The luck ledger. */
export interface Luck {
  combats: LuckyCombat[];
  sides: Record<Side, LuckSum>;
  unit: string;
  explain: string;
}

/** What ties a chart to the view. */
export interface ChartKeys {
  /** The path in the view to what says which column counts. */
  columns_by?: string;
  rows_by?: string;
  /** Column heads of each side, where they differ. */
  heads?: Record<Side, string[]>;
}

/** A table of the rulebook. */
export interface Chart extends ChartKeys {
  title: string;
  rule: string;
  columns: string[];
  rows: string[][];
  note: string;
}

/** Something at the head of the page; `from` is the path to its value in the view. */
export interface Fact {
  from: string;
  title: string;
  sign?: string;
  side?: Side;
  /** The word for nothing; without one it is not shown then. */
  none?: string;
}

/** One cause of points. */
export interface ScoreRow {
  from: string;
  title: string;
}

/** What points are made of. */
export interface Score {
  rows: ScoreRow[];
  total: ScoreRow;
  /** What the points would come to if the game ended now, in words. */
  standing?: ScoreRow;
  rule: string;
}

/** A piece that is no unit; `from` is the path to its hex, or to the unit it lies on, in the view. */
export interface Marker {
  from: string;
  title: string;
  side: Side;
  shape: string;
  text: string;
  used?: string;
}

/** What a decision is about, in a sentence, and its case. */
export type About = [string, string];

/** Which part of the page answers a kind of decision, and the words on its buttons. */
export interface Handler {
  pass?: string;
  by: string;
  title?: string;
  about?: About;
  done?: string;
  end?: string;
  /** Instead of done or pass where something has been taken already. */
  enough?: string;
  declare?: string;
  /** Placing: what becomes of pieces that are not placed. */
  lost?: string;
  /** Placing: the button for all of them. */
  all?: string;
  /** The button that lets the game do the rest: place, load, send what is left. */
  settle?: string;
  /** The verbs that the game can do so; without these any. */
  settles?: string[];
  /** The button that lets the game take this decision and all that follow it and have the same words here. */
  rest?: string;
  /** Placing: the button that places everything and is done. */
  at_once?: string;
  /** Placing: one piece after the other. */
  in_turn?: boolean;
  /** An attack without odds. */
  no_odds?: boolean;
  /** A click on the combat's hex means all of them. */
  target?: boolean;
  /** Composing: what the numbers of a choice are called. */
  numbers?: string[];
  /** Composing: numbers are sectors of the map. */
  sectors?: boolean;
  /** Composing: the game's query that knows more about the pieces, by their names. */
  query?: string;
  /** Composing: what is said of a piece; words in braces are fields of the query's answer. */
  hint?: string;
  /** Composing: the same, written over the piece on the map. A click on it there asks again. */
  over?: string;
  /** Composing: the query says for each piece and hex how much of this is spent. */
  costs?: string;
}

/** A choice that is offered beside others: a button first, then a click on what it is about. */
export interface Aside {
  label: string;
  hint: string;
  key?: string;
  /** The kinds of decision in which it is one; without these in all. */
  kinds?: string[];
}

/** A box of the turn track. */
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
  /** Its name in full, where the counter has only a short one. */
  full?: string;
  formation: string;
  /** The division that it is part of. */
  division?: string;
  type: string;
  size: string;
  mobility: string;
  factors: number[][];
  hex: Hex | null;
  arrives: number;
  quality?: string;
  movement?: number | string;
}

/** An aircraft as it is printed. */
export interface Aircraft {
  side: Side;
  name: string;
  type: string;
  strength: number;
  maneuver: number;
  load: number;
  /** What it is, in words, with others like it. */
  kind: string;
}

/** Points that headquarters have; `from` is the path in the view to how many each has. */
export interface Stock {
  from: string;
  title: string;
  short: string;
}

/** A named place on the map. */
export interface Place {
  hex: Hex;
  name: string;
  kind: string;
}

export type GoodFor = "attacker" | "defender" | "both" | "nobody";

/** A result of combats in words, and for whom it is good. */
export interface ResultWords {
  means: string;
  good: GoodFor;
}

/** What the overlay of lines is called, and units of each side without one. */
export interface SupplyWords {
  title: string;
  out: Record<Side, string>;
  /** Words for the grades of supply, the best first. */
  grades?: Record<string, string>;
}

/** A letter on a counter, and what it means. */
export interface Badge {
  letter: string;
  means: string;
}

/** All that the page shows around the board, and what is printed on the map and the counters. */
export interface PageData {
  turns: number;
  track: TrackBox[];
  phase_names: Record<string, string>;
  charts: Chart[];
  facts: Fact[];
  score: Score;
  decisions: Record<string, Handler>;
  /** Choices in words, by their verb; {} is the piece. */
  verbs: Record<string, string>;
  asides?: Record<string, Aside>;
  /** The results of combats by their codes. */
  results: Record<string, ResultWords>;
  /** The entries of the log that are about combats. */
  fights: string[];
  /** Other entries that a recap of the other side's turn lists beside its moves. */
  deeds?: string[];
  markers: Record<string, Marker>;
  /** Words for kinds of places and terrain. */
  kinds: Record<string, string>;
  /** Words for hexes. */
  notes?: Record<Hex, string[]>;
  /** Words for what is true of hexes now. */
  states?: Record<string, string>;
  /** What is printed for the sizes of units. */
  sizes?: Record<string, string>;
  /** Hexes with fortifications; the view says which of them stand (`fort`). */
  works?: Hex[];
  /** How the game is won, in a few lines. */
  help?: string[];
  supply: SupplyWords;
  places: Place[];
  terrain: Record<Hex, string>;
  /** The two hexes of a hexside, and the river's name. */
  rivers: string[][];
  /** The two hexes of a hexside, and what crosses it. */
  roads?: string[][];
  /** The printed bridges: two hexes, and what they carry; the view says which of them stand (`standing`). */
  bridges?: Record<string, string[]>;
  /** The air sectors by their numbers. */
  sectors?: Record<string, Hex[]>;
  aircraft?: Record<string, Aircraft>;
  /** The fields of a unit that are printed left and right of its symbol. */
  beside?: string[];
  /** Words for what a unit can be in besides good order (`status`). */
  statuses?: Record<string, string>;
  /** Fields of a unit that are marked on its counter where they are true. */
  badges?: Record<string, Badge>;
  /** The fields of a hex that say what is dug there, the lightest first; `states` has words for them. */
  positions?: string[];
  stocks?: Stock[];
  /** Hexes that are out of play. */
  no_go?: Hex[];
  units: Record<UnitId, BoardUnit>;
}

/** The players' names, where given. */
export type Names = Record<Side, string | null>;

/** Who plays each side: "human" or a bot. */
export type Seats = Record<Side, string>;

/** A name on the map: what is written, how wide, and where it could stand, the best spot first. */
export interface Name {
  text: string;
  kind: string;
  width: number;
  /** Beside which hex, the middle of the text and its baseline from there, and how much it would cover. */
  spots: [Hex, number, number, number][];
}

/** What the page needs to draw a board. */
export interface Board extends PageData {
  game: string;
  scenario: string;
  title: string;
  sides: Side[];
  /** Whether something is hidden from the other side. */
  hides: boolean;
  viewBox: [number, number, number, number];
  /** The center of each hex. */
  hexes: Record<Hex, [number, number]>;
  /** Who holds each place when the game begins: only what has changed hands gets a flag. */
  held: Record<Hex, Side>;
  /** The names of places, which the page writes where its counters leave room. */
  names: Name[];
  /** The corners of a hex, relative to its center. */
  corner: [number, number][];
  symbols: Record<string, string>;
  /** The middle of each printed bridge. */
  spans: Record<string, [number, number]>;
}

/** A case of the rulebook, in our words. */
export interface RuleCase {
  case: string;
  title: string;
  rule: string;
}

/** An entry of the log. */
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
  /** At the end of a turn, the points. */
  vp?: number | Record<Side, number>;
  /** Of an attack, the defenders that can be seen. */
  against?: UnitId[];
  die?: number | null;
  result?: string;
  sector?: number;
  /** Aircraft that were sent to sectors. */
  sectors?: Record<string, number>;
  /** The number of the choice that the computer can explain. */
  why?: number;
}

/** Why the computer took a choice; the second half only once nothing is hidden any more. */
export interface Reason {
  tactic: string;
  posture: string;
  objective: string;
  line: string;
  odds: string;
  units?: UnitId[];
  /** What decided it, in victory points, largest first. */
  terms?: [string, number][];
  alternative?: string;
  plan?: string;
  gap?: number;
  /** The hexes it leads through. */
  ways?: Hex[][];
}

/** The reply to `reasons`. */
export interface Reasons {
  reasons: Reason[];
}

/** How a game ended where it did not end by its rules. */
export interface Ended {
  by: "resignation" | "agreement" | "time";
  side: Side | null;
  /** A side, or "draw". */
  winner: Side;
}

/** A player asks to take back down to a number of choices. */
export interface UndoOffer {
  by: Side;
  what: string;
  to: number;
}

/** A player offers a draw. */
export interface DrawOffer {
  by: Side;
  what: string;
}

/** A player asks that both may have hints. */
export interface HintsOffer {
  by: Side;
  what: string;
}

/** What waits for the other player's answer. */
export interface Offers {
  undo?: UndoOffer;
  draw?: DrawOffer;
  hints?: HintsOffer;
}

/** How far the players' part in the dice has come. */
export interface Sharing {
  /** The hashes they have published. */
  pledges: Record<Side, string>;
  opened: Side[];
  /** Those whose part the dice wait for. */
  missing: Side[];
  restarts: number;
}

/** The time for a move, and what happens when it has run out. */
export interface Clock {
  days: number;
  then: "lose" | "claim";
}

/** Where a game stands, without the view. */
export interface Moment {
  /** Counts everything that happened; never decreases. */
  version: number;
  number: number;
  since: number;
  entries: Entry[];
  undo: boolean;
  /** Whether the other player can be asked for consent to take back. */
  ask_undo: boolean;
  /** The present secret decision. */
  secret: SecretDecision | null;
  seats: Seats;
  names: Names;
  /** Sides for people that nobody has taken yet. */
  open: Side[];
  offers: Offers;
  /** Whether players may ask the computer what to do: between people only if both agree. */
  hints: boolean;
  /** Whether the game may take decisions for a player: while they set up, and where there may be hints. */
  suggests: boolean;
  ended: Ended | null;
  seal: string;
  /** Dice that the seal does not cover: set by hand, or rolled before the game branched off. */
  set_dice: number;
  seed: string | null;
  /** Null where the players add nothing to the dice. */
  sharing: Sharing | null;
  /** How many browsers hold this seat. */
  devices: number;
  clock: Clock | null;
  /** Until when those who decide must have moved. */
  deadlines: Record<Side, string>;
}

/** The whole state for a page. */
export interface GameState extends Moment {
  type: "state";
  /** The sides this page may play. */
  me: Side[];
  view: View<Unit>;
}

/** What differs from the version `base`, which the page has. */
export interface GameChange extends Moment {
  type: "change";
  base: number;
  me: Side[];
  /** The parts of the view that are new, except units and hexes. */
  view: Record<string, any>;
  /** The parts that are gone. */
  gone: string[];
  stacks?: Record<Hex, Unit[]>;
  hexes?: Record<Hex, Record<string, any> | null>;
}

/** Which sides have a page open, and how many watch. */
export interface Presence {
  type: "presence";
  here: Record<Side, boolean>;
  watching: number;
}

/** Something said at the table. */
export interface ChatLine {
  n: number;
  side: Side;
  name: string | null;
  text: string;
  at: string;
}

/** Chat lines, new or earlier ones. */
export interface Chat {
  type: "chat";
  lines: ChatLine[];
}

/** The computer's progress while it thinks. */
export interface Thinking {
  type: "thinking";
  side: Side | null;
  /** The share done, 0 to 1; null if unknown. */
  share: number | null;
  what: string;
  /** It was asked to answer at once. */
  stopping: boolean;
}

/** What the computer would do in a player's place, from what that player sees. */
export interface Hint {
  type: "hint";
  /** The number of choices it was asked at. */
  number: number;
  bot?: string;
  choice?: (string | number)[];
  reason?: Reason | null;
  /** Why there is none; then there is only this. */
  error?: string;
}

/** The answer to a question that only some games know, by the names of pieces. */
export interface Found {
  found: Record<string, any>;
}

/** Enemies in sight that could come beside a hex in their next move. */
export interface Beside {
  units: UnitId[];
  attack: number;
}

/** What would come of an attack by all who can join, or of units standing in another hex. */
export interface Foreseen {
  units?: UnitId[];
  odds?: Odds | null;
  supplied?: boolean | null;
  zone?: boolean;
  threat?: Beside;
}

/** The reply to each question of a page. */
export interface Answers {
  why: Legality;
  zoc: HexList;
  supply: SupplyReport;
  reach: Reach;
  threat: ThreatMap;
  card: UnitCard;
  path: Path;
  odds: Odds;
  foresee: Foreseen;
  settle: Settled;
  query: Found;
  reasons: Reasons;
}

/** A scenario. */
export interface Titled {
  id: string;
  title: string;
  /** What a short one is about; others have none. */
  short?: string;
}

/** An option and what it may be set to. */
export interface OptionSpec {
  id: string;
  title: string;
  explain: string;
  values: (string | boolean)[];
  default: string | boolean;
}

/** A game that can be played here. */
export interface GameInfo {
  game: string;
  title: string;
  version: string;
  data: string;
  sides: Side[];
  scenarios: Titled[];
  options: OptionSpec[];
  /** The computer opponents that play it. */
  bots: string[];
  /** The opponent of a quick start. */
  usual: string;
  /** The side whose turn comes first. */
  begins: Side;
  /** How many lessons the coach has for it. */
  lessons: number;
}

/** A computer opponent; the name may carry a level. */
export interface Opponent {
  name: string;
  title: string;
  about: string;
}

/** A game in the list of games. */
export interface TableSummary {
  id: string;
  /** Why the game cannot be read; then there is only this and the id. */
  error?: string;
  game: string;
  title: string;
  seats: Seats;
  names: Names;
  open: Side[];
  turn: number;
  phase: string;
  /** Absent in games stored by an older server. */
  phase_title?: string;
  over: boolean;
  result: Result | null;
  ended: Ended | null;
  choices: number;
  /** The side that decides; null where several decide in secret. */
  to_move: Side | null;
  /** All sides that decide; absent in games stored by an older server. */
  deciding?: Side[];
  watch: string;
  listed: boolean;
  begun: string;
  moved: string;
  /** Until when those who decide must have moved. */
  deadlines?: Record<Side, string>;
}

/** A new game, with the links to share; they are shown once. */
export interface OpenedTable extends TableSummary {
  /** The sides its creator has taken. */
  mine: Side[];
  invitations: Record<Side, string>;
  watch_link: string | null;
}

/** How this server can notify players of their move. */
export interface NoticeWays {
  push: string | null;
  email: boolean;
  services: string[];
}

/** What the lobby shows. */
export interface Lobby {
  version: string;
  /** On the player's own machine (local) there are no secrets and no invitations. */
  mode: "local" | "remote";
  /** Whether this browser may create games here. */
  create: boolean;
  games: GameInfo[];
  bots: Opponent[];
  /** What the levels of an opponent mean. */
  levels: string;
  tables: TableSummary[];
  notices: NoticeWays;
}

/** What an invitation is for, and from whom. */
export interface Invitation {
  from: string | null;
  id: string;
  game: string;
  title: string;
  /** A seat for whoever comes, another device at a seat that is held, or watching. */
  role: "seat" | "device" | "watch";
  side: Side | null;
  names: Names;
  over: boolean;
  /** Who holds the seat already. */
  holders: Holder[];
}

/** Something that opens a seat. */
export interface Holder {
  /** A browser, somebody's list of games, a link that nobody has used. */
  kind: "device" | "list" | "link";
  since: string;
  /** Whether it is what the sender came with. */
  mine: boolean;
}

/** All that open a seat. */
export interface Holders {
  holders: Holder[];
}

/** A game of somebody's list, and their sides in it. */
export interface ListedSeats {
  id: string;
  sides: Side[];
}

/** The games of somebody's list. */
export interface MyGames {
  tables: TableSummary[];
  seats: ListedSeats[];
}

/** A way in which a player is notified of their move. */
export interface Notice {
  id: number;
  how: "push" | "email" | "service";
  to: string;
  /** An e-mail address is used once its owner has confirmed it. */
  confirmed: boolean;
}

/** Where a turn or a phase begins, for the slider of the replay. */
export interface TimeMark {
  number: number;
  what: "turn" | "phase";
  turn: number;
  phase: string | null;
  impulse: number | null;
}

/** The whole log of a game. */
export interface Replay {
  choices: number;
  marks: TimeMark[];
  entries: Entry[];
}

/** The board after a number of choices. */
export interface ReplayMoment {
  number: number;
  view: View<Unit>;
}

/** The result of checking a record's dice. */
export interface Verified {
  verified: boolean;
  dice: number;
  choices: number;
  /** Dice that were set by hand, or rolled before the game branched off. */
  scripted: number;
  /** Dice that were skipped because a choice was taken back. */
  passed: number;
  /** How often that happened. */
  take_backs: number;
  /** Decisions that were committed in secret. */
  commitments: number;
  over: boolean;
  result: Result | null;
  /** How it ended other than by its rules. */
  ended: Ended | null;
  scheme: number;
  players: Seats;
  /** What the players added to the dice. */
  shares: Record<Side, string>;
  /** What the record asserts and nothing in it shows. */
  doubts: string[];
  seal: string;
  seed: string;
}
