// @ts-check
/** After the die: losses, retreats, advances, and stacks that are too large. */

import { app } from "../app.js";
import { play } from "./actions.js";

/** @typedef {import("../types.js").ButtonSpec} ButtonSpec */
/** @typedef {import("../types.js").Choice} Choice */

/** So many have a button each, the others are clicked on the map. */
const MOST = 8;
/** With more than these a button has the name alone. */
const FEW = 3;
/** The unit whose retreat is being chosen; all of them together where none is. @type {string | null} */
let leaving = null;

/** Choose units: one click on a counter each. @type {import("../types.js").Handler} */
export const choosing = {
  name: "choosing",
  show() {
    const combat = app.view?.combat;
    if (combat && app.decision?.target) {
      app.showHexes("act", [combat.target], "act");
    }
    const first = units()[0];
    const hex = first ? app.unit(first)?.hex : null;
    if (hex) app.centre(hex);
  },
  hide() {
    app.clearLayer("act");
  },
  async act(act) {
    const combat = app.view?.combat;
    const advance = app.offered("advance");
    if (advance.length && combat && act.hex === combat.target && !act.exact) {
      await advanceAll();
      return true;
    }
    if (act.all && advance.length) {
      const here = app.stack(act.hex).map((unit) => unit.id);
      const choices = advance.filter((choice) => here.includes(String(choice[1])));
      if (choices.length) await play(choices);
      return choices.length > 0;
    }
    const at = app.choices.filter((choice) => choice[1] === act.unit);
    const inHex = app.stack(act.hex).map((unit) => unit.id);
    const choice =
      at[0] ?? (act.exact ? undefined : app.choices.find((one) => inHex.includes(String(one[1]))));
    if (!choice) return false;
    await play([choice]);
    return true;
  },
  meant(act) {
    const verb = app.choices.find((choice) => choice.length > 1)?.[0];
    return act.unit && verb ? [verb, act.unit] : null;
  },
  live: () => new Map(units().map((id) => [id, "can"])),
  buttons() {
    /** @type {ButtonSpec[]} */
    const buttons = [];
    if (app.offered("advance").length > 1) {
      buttons.push({ label: "All advance", do: advanceAll, key: "a", tone: "primary" });
    }
    const each = app.choices.filter((choice) => choice.length > 1 && choice[0] !== "top").slice(0, MOST);
    const brief = each.length > FEW && each.every(([verb]) => verb === "advance"); // the prompt says it of all of them
    for (const choice of each) {
      const words = app.words(choice);
      buttons.push({ label: brief ? app.nameOf(choice[1] ?? "") : words, title: words, do: () => play([choice]) });
    }
    for (const choice of app.choices.filter((one) => one.length === 1)) {
      const label = (units().length > 0 && app.decision?.enough) || "Done";
      buttons.push({ label, do: () => play([choice]), key: "e", tone: "quiet" });
    }
    return buttons;
  },
};

function units() {
  return app.choices
    .filter((choice) => choice.length > 1 && choice[0] !== "top")
    .map((choice) => String(choice[1]));
}

/** Advance one after the other as long as there is room. */
async function advanceAll() {
  for (const choice of app.offered("advance")) {
    if (!app.offered("advance", choice[1]).length) continue;
    const reply = await play([choice]);
    if (!reply.ok) return;
  }
}

/** The units that have to retreat. */
function retreaters() {
  return [...new Set(app.offered("retreat").map((choice) => String(choice[1])))];
}

/** Where the chosen unit, or each of them, may retreat to. @returns {Map<string, string[]>} */
function refuges() {
  /** @type {Map<string, string[]>} */
  const open = new Map();
  for (const [, unit, hex] of app.offered("retreat", leaving ?? undefined)) {
    open.set(String(hex), [...(open.get(String(hex)) ?? []), String(unit)]);
  }
  return open;
}

/** Send there whom it is open to, one after the other as long as there is room. @param {string} hex */
async function retreatTo(hex) {
  const units = refuges().get(hex) ?? [];
  await play(units.map((unit) => ["retreat", unit, hex]), units.length > 1);
}

/** Let one unit retreat by itself, or all together again. @param {string | null} unit */
function alone(unit) {
  leaving = unit;
  retreating.show();
  app.emit("live");
  app.emit("buttons");
}

/** Retreats: a hex for all of them, or a unit from the fan first. @type {import("../types.js").Handler} */
export const retreating = {
  name: "retreating",
  show() {
    const who = retreaters();
    if (leaving && !who.includes(leaving)) leaving = null;
    app.showHexes("act", refuges().keys(), "act");
    const from = app.unit(leaving ?? who[0] ?? "")?.hex ?? null;
    app.showHexes("from", from ? [from] : [], "from");
    if (from) app.centre(from);
  },
  hide() {
    leaving = null;
    app.clearLayer("act");
    app.clearLayer("from");
  },
  async act(act) {
    if (refuges().has(act.hex) && !act.exact) {
      await retreatTo(act.hex);
      return true;
    }
    const unit = act.unit && app.offered("retreat", act.unit).length ? act.unit : null;
    if (!unit) return false;
    alone(unit);
    return true;
  },
  meant: (act) => ["retreat", leaving ?? retreaters()[0] ?? "", act.hex],
  live: () => new Map(retreaters().map((id) => [id, !leaving || id === leaving ? "chosen" : "can"])),
  buttons() {
    const most = leaving ? 1 : retreaters().length;
    /** @type {ButtonSpec[]} */
    const buttons = [...refuges()].map(([hex, units]) => ({
      label: `${units.length > 1 && units.length === most ? "All" : units.map((id) => app.nameOf(id)).join(", ")} to ${hex}`,
      do: () => retreatTo(hex),
    }));
    if (leaving) buttons.unshift({ label: "All together", do: () => alone(null), key: "Escape", tone: "quiet" });
    for (const choice of app.choices.filter((one) => one.length === 1)) {
      buttons.push({ label: "Done", do: () => play([choice]), key: "e", tone: "quiet" });
    }
    return buttons;
  },
};

/** Which comes first, moving or fighting. @type {import("../types.js").Handler} */
export const ordering = {
  name: "ordering",
  show() {},
  hide() {},
  act: () => false,
  live: () => new Map(),
  buttons() {
    /** @type {Record<string, string>} */
    const words = { "move/fight": "Move, then fight", "fight/move": "Fight, then move" };
    return app.offered("order").map((choice) => ({
      label: words[String(choice[1])] ?? String(choice[1]),
      do: () => play([choice]),
      tone: /** @type {const} */ ("primary"),
    }));
  },
};
