// @ts-check
/** What the analysis board works on: variations of positions as a tree, with notes and arrows, kept as one document. */

import { app } from "../app.js";
import { fetchJson, postJson } from "../lib/http.js";

/** @typedef {import("../types.js").Choice} Choice */

/**
 * A variation: a position, the choices taken since, and what was written about it.
 * @typedef {object} Variation
 * @property {number} id
 * @property {number | null} parent
 * @property {string} name
 * @property {number} position the index of its position
 * @property {string} seed
 * @property {[number, number][]} dice faces set by hand: the number of the roll and the face
 * @property {Choice[]} choices
 * @property {string} note
 * @property {[string, string][]} arrows
 * @property {number} [turn] where it stood last
 * @property {string} [phase]
 * @property {Estimate} [value]
 */

/** @typedef {{by: string | null, side: string | null, points: number | null, draw: [number, number] | null, chance?: number | null, games?: number, within?: number}} Estimate */

/**
 * @typedef {object} Document
 * @property {"board"} hexfront
 * @property {string} game
 * @property {boolean} bots whether the computer may help: not in a running game between people
 * @property {any[]} positions
 * @property {Variation[]} variations
 * @property {number} current
 */

const KEPT = "hexfront.board";

export class Study {
  /** @type {Document} */
  doc;

  /** @param {Document} doc */
  constructor(doc) {
    this.doc = doc;
  }

  /**
   * A new document about a position.
   * @param {string} game
   * @param {object} position
   * @param {{note?: string, bots?: boolean}} [about]
   */
  static about(game, position, { note = "", bots = true } = {}) {
    return new Study({
      hexfront: "board", game, bots, positions: [position], current: 1,
      variations: [{ id: 1, parent: null, name: "Main line", position: 0, seed: seed(), dice: [], choices: [], note, arrows: [] }],
    });
  }

  /**
   * A document from a file or a link; an error if it is none.
   * @param {any} doc
   */
  static read(doc) {
    const known = doc?.hexfront === "board" && typeof doc.game === "string" && Array.isArray(doc.positions) && Array.isArray(doc.variations);
    const sound = known && doc.variations.length > 0 && doc.variations.every((/** @type {any} */ one) =>
      typeof one?.id === "number" && typeof one.name === "string" && typeof one.note === "string" && doc.positions[one.position] &&
      [one.choices, one.dice, one.arrows].every(Array.isArray));
    if (!sound) throw new Error("This file is not an analysis board.");
    const study = new Study(doc);
    if (!doc.variations.some((/** @type {Variation} */ one) => one.id === doc.current)) doc.current = doc.variations[0].id;
    return study;
  }

  get now() {
    return this.doc.variations.find((one) => one.id === this.doc.current) ?? this.doc.variations[0];
  }

  /**
   * Ask the server about the present variation.
   * @param {Record<string, any> | null} ask
   */
  async ask(ask) {
    const { position, seed: dice, choices, dice: set } = this.now;
    return postJson("/api/analysis", { game: this.doc.game, position: this.doc.positions[position], seed: dice, choices, dice: set, ask });
  }

  /**
   * A new variation that goes on from the present one, or from another position.
   * @param {object | null} position
   * @param {string} name
   */
  branch(position, name) {
    const from = this.now;
    const id = Math.max(...this.doc.variations.map((one) => one.id)) + 1;
    const at = position ? this.doc.positions.push(position) - 1 : from.position;
    this.doc.variations.push({
      id, parent: from.id, name, position: at, seed: position ? seed() : from.seed, note: "", arrows: [],
      dice: position ? [] : [...from.dice], choices: position ? [] : [...from.choices],
    });
    this.doc.current = id;
  }

  /** Another position in place of the present one: nothing has been played from it. @param {object} position */
  replace(position) {
    const now = this.now;
    this.doc.positions[now.position] = position;
    now.dice = [];
  }

  /** Remove a variation with those that branch off it; the last one stays. @param {number} id */
  remove(id) {
    const gone = new Set([id]);
    for (const one of this.doc.variations) if (one.parent !== null && gone.has(one.parent)) gone.add(one.id);
    const left = this.doc.variations.filter((one) => !gone.has(one.id));
    if (left.length === 0) return;
    this.doc.variations = left;
    if (gone.has(this.doc.current)) this.doc.current = left[0].id;
  }

  /** Keep it for a reload of this page. */
  keep() {
    try {
      sessionStorage.setItem(KEPT, JSON.stringify(this.doc));
    } catch {
      sessionStorage.removeItem(KEPT); // too large: save it as a file
    }
  }

  /** The one this page had before it was loaded again. @returns {Study | null} */
  static kept() {
    try {
      return Study.read(JSON.parse(sessionStorage.getItem(KEPT) ?? "null"));
    } catch {
      return null;
    }
  }
}

function seed() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The document that an address asks for.
 * @param {URLSearchParams} about
 * @returns {Promise<Study>}
 */
export async function studyOf(about) {
  const link = about.get("link");
  if (link) return Study.read(await fetchJson(`/api/boards/${encodeURIComponent(link)}`));
  const table = about.get("table");
  if (table) {
    const rest = new URLSearchParams([...about].filter(([name]) => name === "side" || name === "at"));
    const found = await fetchJson(`/api/tables/${encodeURIComponent(table)}/board?${rest}`);
    const hidden = Object.entries(found.hidden).map(([hex, count]) => `${count} in ${hex}`);
    const note = hidden.length ? `Not on this board, because you could not see them: ${hidden.join(", ")}.` : "";
    return Study.about(found.game, found.position, { note, bots: found.bots });
  }
  const before = about.has("game") ? null : Study.kept();
  if (before) return before;
  const game = about.get("game") ?? (await app.lobby()).games[0]?.game ?? "";
  const scenario = about.get("scenario");
  return Study.about(game, scenario ? { scenario } : {});
}
