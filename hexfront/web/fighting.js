// @ts-check
/** Fighting: name a target, choose who attacks it, declare; support; and probes, which are alike. */

import { app } from "./app.js";
import { play } from "./desk.js";
import { showOdds } from "./odds.js";
import { closeSheet } from "./sheet.js";

/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./types.js").ButtonSpec} ButtonSpec */

/** @param {string} verb */
function hexesOf(verb) {
  return app.offered(verb).map((choice) => String(choice[1]));
}

/** A target is wanted. @type {import("./types.js").Handler} */
export const targeting = {
  kinds: ["combat"],
  show() {
    app.showHexes("target", hexesOf("target"), "target");
    app.showHexes("probe", hexesOf("probe"), "probe");
    closeSheet();
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
    return [{ label: "End the combat", do: () => play([["end"]]), key: "e", tone: "quiet" }];
  },
};

/** Attackers are wanted. @type {import("./types.js").Handler} */
export const attacking = {
  kinds: ["attack", "probe"],
  show() {
    const planned = app.view?.planned;
    const target = planned?.target;
    if (!target) return;
    app.showHexes("target", [target], "target chosen");
    const probe = app.view?.decision?.kind === "probe";
    if (probe) closeSheet();
    else void plan(planned, target);
  },
  hide() {
    aimed = "";
    app.clearLayer("target");
    closeSheet();
  },
  async act(act) {
    if (act.all) {
      const joins = app
        .stack(act.hex)
        .flatMap((unit) => app.offered("join", unit.id));
      if (joins.length) {
        await play(joins);
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
    if (app.view?.decision?.kind === "combat") return ["target", act.hex];
    return act.unit ? ["join", act.unit] : null;
  },
  live() {
    /** @type {Map<string, "can" | "chosen">} */
    const lit = new Map();
    for (const choice of app.offered("join")) lit.set(String(choice[1]), "can");
    for (const choice of app.offered("leave")) lit.set(String(choice[1]), "chosen");
    return lit;
  },
  buttons() {
    const joins = app.offered("join");
    const ready = app.offered("declare").length > 0;
    const probe = app.view?.decision?.kind === "probe";
    /** @type {ButtonSpec[]} */
    const buttons = [{ label: "Cancel", do: () => play([["cancel"]]), key: "Escape", tone: "quiet" }];
    if (joins.length > 1 && !probe) {
      const label = `All ${joins.length} join`;
      buttons.push({ label, do: () => joinAll(), key: "a", tone: ready ? undefined : "primary" });
    }
    buttons.push({
      label: probe ? "Probe" : "Attack!",
      do: () => play([["declare"]]),
      key: "d",
      tone: "danger",
      disabled: !ready,
      title: ready ? "Declare it: from here there is no way back" : "Choose who attacks first",
    });
    return buttons;
  },
};

/** The target that was last brought into sight. */
let aimed = "";

/**
 * Show the odds so far; a new target is brought into sight beside them.
 * @param {import("./types.js").Planned} planned
 * @param {string} target
 */
async function plan(planned, target) {
  await showOdds(planned.odds ?? null, target, planned.units, "The attack you are planning");
  if (aimed !== target) app.centre(target);
  aimed = target;
}

async function joinAll() {
  await play(app.offered("join"));
}

/** Support windows: Korpsgruppen and artillery, then aircraft. @type {import("./types.js").Handler} */
export const supporting = {
  kinds: ["support", "air"],
  show() {
    const combat = app.view?.combat;
    if (!combat) return;
    app.showHexes("target", [combat.target], "target chosen");
    void showOdds(combat.odds ?? null, combat.target, combat.units, "The combat");
    app.centre(combat.target);
    void hints();
  },
  hide() {
    app.clearLayer("target");
    closeSheet();
  },
  act(act) {
    const choice = act.unit ? app.offered("artillery", act.unit)[0] : undefined;
    if (choice) void play([choice]);
    return true;
  },
  live: () => new Map(app.offered("artillery").map((choice) => [String(choice[1]), "can"])),
  buttons() {
    /** @type {ButtonSpec[]} */
    const buttons = app.choices.map((choice) => {
      const [verb, what] = choice;
      const name = what === undefined ? "" : (app.board?.units[String(what)]?.name ?? what);
      const label =
        verb === "kg" ? `Korpsgruppe ${what}` :
        verb === "artillery" ? `Artillery ${name}` :
        verb === "air" ? `${what} air` :
        app.view?.decision?.kind === "air" ? "No aircraft" : claimed() ? "No more support" : "No support";
      const hint = columns.get(String(choice));
      const tone = verb === "pass" ? "quiet" : undefined;
      return { label, do: () => play([choice]), hint, tone, key: verb === "pass" ? "e" : undefined };
    });
    return buttons;
  },
};

/** Whether some support has been claimed already. */
function claimed() {
  const support = app.view?.combat?.support;
  return !!support?.kg || !!support?.artillery;
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
    if (verb === "pass") {
      if (combat.odds) found.set(String(choice), combat.odds.column);
      continue;
    }
    const support = { ...combat.support, [String(verb)]: what };
    const asked = { target: combat.target, units: combat.units, support };
    const reply = await app.ask("odds", asked);
    if (reply.ok && reply.column) found.set(String(choice), reply.column);
  }
  if (app.state?.number !== number) return;
  columns = found;
  app.emit("buttons");
}
