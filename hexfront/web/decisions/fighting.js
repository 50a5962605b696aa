// @ts-check
/** Fighting: name a target, choose who attacks it, declare; support; and probes, which are alike. */

import { app } from "../app.js";
import { play, together } from "./actions.js";
import { hopeless, showOdds } from "./odds.js";
import { passes, passing, passingButton } from "./passing.js";
import { closeSheet } from "./sheet.js";

/** @typedef {import("../types.js").Choice} Choice */
/** @typedef {import("../types.js").ButtonSpec} ButtonSpec */

/** @param {string} verb */
function hexesOf(verb) {
  return app.offered(verb).map((choice) => String(choice[1]));
}

/** Waiting for a target. @type {import("../types.js").Handler} */
export const targeting = {
  name: "targeting",
  show() {
    app.showHexes("target", hexesOf("target"), "target");
    app.showHexes("probe", hexesOf("probe"), "probe");
    closeSheet("odds");
  },
  hide() {
    app.clearLayer("target");
    app.clearLayer("probe");
  },
  async act(act) {
    const choice = app.offered("target", act.hex)[0] ?? app.offered("probe", act.hex)[0];
    if (!choice) return false;
    await play([choice]);
    return true;
  },
  meant(act) {
    const unit = app.stack(act.hex)[0];
    if (unit && unit.side === app.side) return null;
    return [unit ? "target" : "probe", act.hex];
  },
  live: () => new Map(),
  buttons() {
    const label = (/** @type {Choice} */ choice) => app.decision?.[choice[0] === "end" ? "end" : "pass"] ?? app.words(choice);
    return app.choices
      .filter((choice) => choice.length === 1)
      .map((choice) => ({ label: label(choice), do: () => play([choice]), key: "e", tone: "quiet" }));
  },
};

/** Waiting for attackers. @type {import("../types.js").Handler} */
export const attacking = {
  name: "attacking",
  show() {
    const planned = app.view?.planned;
    const target = planned?.target;
    if (!target) return;
    app.showHexes("target", [target], "target chosen");
    if (app.decision?.no_odds) closeSheet("odds");
    else void plan(planned, target);
  },
  hide() {
    aimed = "";
    app.clearLayer("target");
    closeSheet("odds");
  },
  async act(act) {
    if (act.all) {
      const joins = app
        .stack(act.hex)
        .flatMap((unit) => app.offered("join", unit.id));
      if (joins.length) {
        await joinAll(joins);
        return true;
      }
    }
    if (!act.unit) return act.hex === app.view?.planned?.target;
    let choice = app.offered("join", act.unit)[0] ?? app.offered("leave", act.unit)[0];
    if (!choice && !act.exact) {
      choice = app.stack(act.hex).flatMap((unit) => app.offered("join", unit.id))[0];
    }
    if (choice) {
      await play([choice]);
      return true;
    }
    const other = app.unit(act.unit);
    if (other && other.side !== app.side && act.hex !== app.view?.planned?.target) {
      await play([["cancel"]]); // another target instead
      const next = app.offered("target", act.hex)[0];
      if (!next) return false;
      await play([next]);
      return true;
    }
    return act.hex === app.view?.planned?.target;
  },
  meant(act) {
    if (app.decision?.by === "targeting") return ["target", act.hex];
    return act.unit ? ["join", act.unit] : null;
  },
  live() {
    /** @type {Map<string, "can" | "chosen">} */
    const usable = new Map();
    for (const choice of app.offered("join")) usable.set(String(choice[1]), "can");
    for (const choice of app.offered("leave")) usable.set(String(choice[1]), "chosen");
    return usable;
  },
  buttons() {
    const joins = app.offered("join");
    const ready = app.offered("declare").length > 0;
    /** @type {ButtonSpec[]} */
    const buttons = [{ label: "Cancel", do: () => play([["cancel"]]), key: "Escape", tone: "quiet" }];
    if (joins.length > 1 && !app.decision?.no_odds) {
      const label = `All ${joins.length} join`;
      buttons.push({ label, do: () => together(() => joinAll(app.offered("join"))), key: "a", tone: ready ? undefined : "primary" });
    }
    buttons.push({
      label: app.decision?.declare ?? "Declare",
      do: () => play([["declare"]]),
      key: "d",
      tone: "danger",
      disabled: !ready,
      title: ready ? "Declare the attack: this cannot be undone" : "Choose who attacks first",
      hint: app.view?.planned?.odds && hopeless(app.view.planned.odds) ? "no good result" : undefined,
    });
    return buttons;
  },
};

/** The target that was last brought into sight. */
let aimed = "";

/**
 * Show the odds so far; a new target is brought into sight beside them.
 * @param {import("../types.js").Planned} planned
 * @param {string} target
 */
async function plan(planned, target) {
  app.emit("spends", planned.odds?.spends ?? null);
  await showOdds(planned.odds ?? null, target, planned.units, "The attack you are planning");
  if (aimed !== target) app.centre(target);
  aimed = target;
}

/** Units join one after the other; some may come with others. @param {Choice[]} joins */
async function joinAll(joins) {
  const number = app.state?.number ?? 0;
  for (let left = joins; left.length; ) {
    const reply = await play(left, true);
    if (reply.ok || (app.state?.number ?? 0) < number) return;
    left = left.slice((reply.error?.at ?? left.length) + 1);
  }
}

/** Windows in which something is claimed for a combat, or not. @type {import("../types.js").Handler} */
export const claiming = {
  name: "claiming",
  show() {
    const combat = app.view?.combat;
    if (!combat || passes()) return;
    app.showHexes("target", [combat.target], "target chosen");
    void showOdds(combat.odds ?? null, combat.target, combat.units, "The combat");
    app.centre(combat.target);
    void hints();
  },
  hide() {
    app.clearLayer("target");
    closeSheet("odds");
  },
  act(act) {
    const choice = app.choices.find((one) => act.unit && one[1] === act.unit);
    if (choice) void play([choice]);
    return true;
  },
  live: () => new Map(app.choices.filter((choice) => app.unit(String(choice[1]))).map((choice) => [String(choice[1]), "can"])),
  buttons() {
    if (passing()) return [passingButton("Nothing to claim: passing …")];
    const target = app.view?.combat?.target;
    const away = (/** @type {Choice} */ choice) => Number(app.unit(String(choice[1]))?.hex !== target);
    const claims = app.choices // those in the combat first
      .filter((choice) => choice.length > 1)
      .sort((a, b) => away(a) - away(b))
      .slice(0, MOST);
    const none = app.choices.filter((choice) => choice.length === 1);
    return [...claims, ...none].map((choice) => {
      const pass = choice.length === 1;
      const label = pass ? ((claimed() && app.decision?.enough) || app.decision?.pass) : app.words(choice);
      return {
        label: label ?? app.words(choice), do: () => play([choice]), hint: columns.get(String(choice)),
        tone: pass ? "quiet" : undefined, key: pass ? "e" : undefined,
      };
    });
  },
};

/** The most claims that get a button; the others are clicked on the map. */
const MOST = 6;

/** Whether some support has been claimed already. */
function claimed() {
  return Object.values(app.view?.combat?.support ?? {}).some((one) => one);
}

/** What each offered support would bring the odds to. @type {Map<string, string>} */
let columns = new Map();
let hinted = -1;

/** Ask the engine what each support would do, and say it on the buttons. */
async function hints() {
  const combat = app.view?.combat;
  const number = app.state?.number ?? -1;
  if (!combat || hinted === number) return;
  hinted = number;
  columns = new Map();
  const found = new Map();
  for (const choice of app.choices) {
    const [verb, what] = choice;
    if (choice.length === 1) {
      if (combat.odds) found.set(String(choice), combat.odds.short);
      continue;
    }
    if (found.size > MOST) continue;
    const support = { ...combat.support, [String(verb)]: what };
    const asked = { target: combat.target, units: combat.units, support };
    const reply = await app.ask("odds", asked);
    if (reply.ok) found.set(String(choice), reply.short);
  }
  if (app.state?.number !== number) return;
  columns = found;
  app.emit("buttons");
}
