// @ts-check
/** After the die: losses, retreats, advances, and stacks that are too large. */

import { app } from "../app.js";
import { play } from "./actions.js";

/** @typedef {import("../types.js").ButtonSpec} ButtonSpec */
/** @typedef {import("../types.js").Choice} Choice */

/** The unit whose retreat is being chosen. @type {string | null} */
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
    const buttons = app.choices
      .filter((choice) => choice.length > 1 && choice[0] !== "top")
      .slice(0, 8)
      .map((choice) => {
        return { label: app.words(choice), do: () => play([choice]) };
      });
    if (app.offered("advance").length > 1) {
      buttons.push({ label: "All advance", do: advanceAll, key: "a", tone: "primary" });
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

/** Retreats: a unit, then a hex. @type {import("../types.js").Handler} */
export const retreating = {
  name: "retreating",
  show() {
    const who = [...new Set(app.offered("retreat").map((choice) => String(choice[1])))];
    if (!leaving || !who.includes(leaving)) leaving = who[0] ?? null;
    const hexes = app.offered("retreat", leaving ?? "").map((choice) => String(choice[2]));
    app.showHexes("act", hexes, "act");
    const from = leaving ? app.unit(leaving)?.hex : null;
    app.showHexes("from", from ? [from] : [], "from");
    if (from) app.centre(from);
  },
  hide() {
    leaving = null;
    app.clearLayer("act");
    app.clearLayer("from");
  },
  async act(act) {
    const choice = app.offered("retreat", leaving ?? "").find((one) => one[2] === act.hex);
    if (choice && !act.exact) {
      await play([choice]);
      return true;
    }
    const unit = act.unit && app.offered("retreat", act.unit).length ? act.unit : null;
    if (!unit) return false;
    leaving = unit;
    this.show();
    app.emit("live");
    app.emit("buttons");
    return true;
  },
  meant: (act) => (leaving ? ["retreat", leaving, act.hex] : null),
  live() {
    /** @type {Map<string, "can" | "chosen">} */
    const usable = new Map();
    for (const choice of app.offered("retreat")) {
      usable.set(String(choice[1]), choice[1] === leaving ? "chosen" : "can");
    }
    return usable;
  },
  buttons() {
    /** @type {ButtonSpec[]} */
    const buttons = app.offered("retreat", leaving ?? "").map((choice) => ({
      label: `${app.nameOf(String(choice[1]))} to ${choice[2]}`,
      do: () => play([choice]),
    }));
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
