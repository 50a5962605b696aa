// @ts-check
/** The coach: lessons played on a board of their own, one step after the other; what is done is remembered. */

import { board, open } from "../analysis/board.js";
import { Study } from "../analysis/study.js";
import { app } from "../app.js";
import { byId, h } from "../lib/dom.js";
import { fetchJson } from "../lib/http.js";
import { loadStyle } from "../lib/lazy.js";

/**
 * @typedef {object} Step
 * @property {string} say
 * @property {string[]} [show]
 * @property {string[]} [choice] what the player is to choose: its first words
 * @property {string} [in_zone] a unit that is to stand in an enemy zone
 * @property {string} [cut_off] a unit that is to be without supply
 */
/** @typedef {{id: string, title: string, minutes: number, side: string, position: any, dice?: number[], step: Step[]}} Lesson */

const DONE = "hexfront.lessons";

/** The lessons done, by game. @returns {Record<string, string[]>} */
export function done() {
  try {
    return JSON.parse(localStorage.getItem(DONE) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/**
 * @param {string} game
 * @param {string} lesson
 */
function finish(game, lesson) {
  const all = done();
  all[game] = [...new Set([...(all[game] ?? []), lesson])];
  localStorage.setItem(DONE, JSON.stringify(all));
}

/** Open the lesson that the address asks for, or the first that is not done. */
export async function start() {
  document.body.dataset.board = "";
  document.body.dataset.coach = "";
  const about = new URLSearchParams(location.search);
  try {
    const game = about.get("game") ?? "";
    await Promise.all([loadStyle("analysis/analysis.css"), loadStyle("coach/coach.css")]);
    /** @type {{lessons: Lesson[]}} */
    const { lessons } = await fetchJson(`/api/lessons/${encodeURIComponent(game)}`);
    if (lessons.length === 0) throw new Error("There are no lessons for this game yet.");
    const wanted = lessons.find((one) => one.id === about.get("lesson")) ?? lessons.find((one) => !done()[game]?.includes(one.id)) ?? lessons[0];
    new Coach(game, lessons).begin(wanted);
  } catch (error) {
    delete document.body.dataset.board;
    delete document.body.dataset.coach;
    app.emit("missing", { message: error instanceof Error ? error.message : String(error) });
  }
}

class Coach {
  /** @type {Lesson} */
  lesson;
  at = 0;
  /** How many choices had been taken when the step began. */
  since = 0;

  /**
   * @param {string} game
   * @param {Lesson[]} lessons
   */
  constructor(game, lessons) {
    this.game = game;
    this.lessons = lessons;
    this.lesson = lessons[0];
    this.card = h("section", { id: "coach", "aria-label": "Coach", "aria-live": "polite" });
    byId("board").append(this.card);
    app.on("state", () => this.#look());
  }

  /** @param {Lesson} lesson */
  begin(lesson) {
    this.lesson = lesson;
    this.at = this.since = 0;
    const study = Study.about(this.game, { ...lesson.position, dice: lesson.dice ?? [] });
    open(study, false);
    history.replaceState(null, "", `/learn?game=${this.game}&lesson=${lesson.id}`);
    app.emit("show-tab", "log");
    document.body.classList.remove("unfolded"); // a small screen has no room for both
  }

  get step() {
    return this.lesson.step[this.at] ?? null;
  }

  /** The board has changed: is the step done? */
  #look() {
    const step = this.step;
    if (!board?.last || !app.view) return;
    if (step && this.#fulfilled(step)) this.#next();
    else this.#show();
  }

  /** @param {Step} step */
  #fulfilled(step) {
    const taken = (board?.study.now.choices ?? []).slice(this.since);
    if (step.choice) return taken.some((choice) => step.choice?.every((word, i) => String(choice[i]) === word));
    if (step.in_zone) return app.unit(step.in_zone)?.ezoc === true;
    if (step.cut_off) return app.unit(step.cut_off)?.supplied === false;
    return false;
  }

  #next() {
    this.at += 1;
    this.since = board?.study.now.choices.length ?? 0;
    if (!this.step) finish(this.game, this.lesson.id);
    this.#show();
  }

  #show() {
    const step = this.step;
    const { lesson, lessons } = this;
    const number = lessons.indexOf(lesson) + 1;
    const following = lessons[number];
    app.showHexes("coach", step?.show ?? [], "focus");
    const waits = step && (step.choice ?? step.in_zone ?? step.cut_off);
    this.card.replaceChildren(
      h("p", { class: "kicker" }, `Lesson ${number} of ${lessons.length} · ${step ? `step ${this.at + 1} of ${lesson.step.length}` : "done"}`),
      h("h2", {}, lesson.title),
      h("p", { class: "coach-says" }, step ? words(step.say) : following ? "Well done. On to the next?" : "That is all you need for a first game. The page tells you the rest as you go."),
      h("p", { class: "buttons" },
        step && !waits ? this.#button("Next", () => this.#next(), "primary") : null,
        !step && following ? this.#button("Next lesson", () => this.begin(following), "primary") : null,
        !step && !following ? h("a", { class: "button primary", href: "/" }, "Play a first game") : null,
        step && waits ? this.#button("Skip this step", () => this.#next()) : null,
        this.#button("Start over", () => this.begin(lesson)),
        step && following ? this.#button("Skip the lesson", () => this.begin(following)) : null,
        step || following ? h("a", { class: "button", href: "/" }, "Leave the lessons") : null));
  }

  /**
   * @param {string} text
   * @param {() => void} act
   * @param {string} [className]
   */
  #button(text, act, className = "") {
    return h("button", { type: "button", class: className, onclick: act }, text);
  }
}

/**
 * A text with what it says of the board: {unit 16Pz attack}, {points 16Pz}, {odds headline}.
 * @param {string} text
 */
function words(text) {
  return text.replace(/\{(\w+) ([^}]+)\}/g, (_, kind, about) => {
    const [name = "", field = ""] = String(about).split(" ");
    if (kind === "unit") return String(/** @type {any} */ (app.unit(name) ?? app.board?.units[name])?.[field] ?? name);
    if (kind === "points") return String(app.view?.planned?.points?.[name] ?? "its");
    const odds = /** @type {any} */ (app.view?.planned?.odds ?? {});
    if (name === "shifts") return odds.shifts?.map((/** @type {any} */ one) => `${one.columns > 0 ? "+" : "−"}${Math.abs(one.columns)} ${one.why}`).join(", ") || "none this time";
    return String(odds[name] ?? "…");
  });
}
