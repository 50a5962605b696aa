// @ts-check
/**
 * Choices that are offered beside the others and are about a unit: a button first, then a click on the unit.
 *
 * The game names such verbs (`board.asides`); whatever else is going on, they are done in the same way.
 */

import { app } from "../app.js";
import { play } from "./actions.js";
import { composeOnly, composing } from "./composing.js";

/** The verb that waits for its unit. @type {string | null} */
let verb = null;

/** @param {string | null} next */
function ask(next) {
  verb = next;
  composeOnly(next && composed(next) ? next : null);
  app.emit("live");
  app.emit("buttons");
}

/** Whether more than a unit has to be named. @param {string} name */
function composed(name) {
  return app.offer.some((item) =>
    Array.isArray(item) ? item[0] === name && item.length > 2 : "product" in item && item.verb === name && item.product.length > 1);
}

/** What is offered beside the rest. @returns {import("../types.js").ButtonSpec[]} */
export function asides() {
  return Object.entries(app.board?.asides ?? {})
    .filter(([name, aside]) => app.offered(name).length > 0 && (!aside.kinds || aside.kinds.includes(app.view?.decision?.kind ?? "")))
    .map(([name, aside]) => ({ label: aside.label, title: aside.hint, key: aside.key, do: () => ask(name) }));
}

/** The sentence that is shown while a unit is wanted. */
export function asideWords() {
  return verb && app.board?.asides ? (app.board.asides[verb]?.hint ?? null) : null;
}

/** Answers while a unit is wanted. @type {import("../types.js").Handler} */
const aside = {
  name: "aside",
  show() {},
  hide() {},
  async act(act) {
    const here = act.exact || !act.unit ? [act.unit] : app.stack(act.hex).map((unit) => unit.id);
    const choice = here.flatMap((id) => app.offered(verb ?? "", id ?? ""))[0];
    if (!choice) return false;
    verb = null;
    await play([choice]);
    return true;
  },
  meant: (act) => (act.unit ? [verb ?? "", act.unit] : null),
  live: () => new Map(app.offered(verb ?? "").map((choice) => [String(choice[1]), "can"])),
  buttons: () => [{ label: "Not now", do: () => ask(null), key: "Escape", tone: "quiet" }],
};

/** The handler at work, if a unit is wanted and still can be had. */
export function asideHandler() {
  if (verb && !app.offered(verb).length) {
    verb = null;
    composeOnly(null);
  }
  return !verb ? null : composed(verb) ? several : aside;
}

/** Answers while a piece and more are wanted. @type {import("../types.js").Handler} */
const several = {
  ...composing,
  name: "several",
  buttons: () => [...composing.buttons(), ...aside.buttons()],
};
