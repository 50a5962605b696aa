// @ts-check
/** Arranging a position: counters are taken up and put down, changed and removed, hexes change hands. */

import { app } from "../app.js";
import { h } from "../lib/dom.js";
import { button, capital, field } from "../panels/parts.js";
import { forcesOf } from "../panels/roll.js";
import { board } from "./board.js";

/** The unit in hand. @type {string | null} */
let held = null;

/**
 * @param {HTMLElement} element
 * @returns {() => void} shows it anew
 */
export function mountArrange(element) {
  const toggle = button("Arrange counters", () => turn(board?.tool !== "arrange"), { "aria-pressed": "false" });
  const search = h("input", { type: "search", placeholder: "A unit to place", "aria-label": "A unit to place", oninput: () => list() });
  const found = h("div", { class: "arrange-found", role: "group", "aria-label": "Units to place" });
  const what = h("div", { class: "arrange-what", "aria-live": "polite" });
  const settings = h("details", {}, h("summary", {}, "Turn, phase and the rest"));
  const fields = h("div", { class: "arrange-fields" });
  settings.append(fields);
  const tools = h("div", { class: "arrange-tools", hidden: true },
    h("p", { class: "note" }, "Click a counter to take it up, then a hex to put it down. Or find one here."),
    what, search, found, settings,
    h("p", { class: "buttons" }, button("Empty map", () => void board?.edit([{ clear: true }]))));
  element.append(h("h3", {}, "Position"), h("p", { class: "buttons" }, toggle), tools);

  /** @param {boolean} on */
  function turn(on) {
    held = null;
    board?.take(on ? "arrange" : null);
    show();
  }

  app.on("act", (/** @type {import("../types.js").Act} */ act) => {
    if (board?.tool !== "arrange") return;
    if (held && act.unit !== held) {
      const unit = held;
      held = null;
      void board.edit([{ put: unit, hex: act.hex }]);
    } else {
      held = held ? null : act.unit;
      app.select(act.unit ?? act.hex);
    }
    show();
  });
  app.on("fan", (/** @type {any} */ act) => {
    if (board?.tool !== "arrange" || !act.unit) return;
    held = act.unit;
    app.select(act.unit);
    show();
  });

  function list() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const all = (app.board?.sides ?? []).flatMap((side) => forcesOf(side));
    const rows = words.length ? all.filter((row) => words.every((word) => row.text.includes(word))).slice(0, 12) : [];
    found.replaceChildren(...rows.map((row) => button(`${row.unit.name} (${row.unit.side}), ${row.where}`, () => {
      held = row.unit.id;
      show();
    })));
  }

  function about() {
    const unit = held ?? app.selected?.unit ?? null;
    const hex = app.selected?.hex ?? null;
    const seen = unit ? app.unit(unit) : null;
    /** @type {(Node | string)[]} */
    const parts = [];
    if (held) parts.push(h("p", {}, h("b", {}, app.nameOf(held)), " is in your hand: click its hex."));
    if (unit && seen) {
      const full = seen.factors.length;
      parts.push(h("p", { class: "buttons" },
        full > 1 ? field(`Steps of ${seen.name}`, Array.from({ length: full }, (_, i) => ({ value: String(full - i), text: String(full - i) })), String(seen.steps),
          (value) => void board?.edit([{ unit, set: { steps: Number(value) } }])) : null,
        button(`Remove ${seen.name}`, () => {
          held = null;
          void board?.edit([{ remove: unit }]);
        })));
    }
    if (hex) {
      const control = app.view?.hexes[hex]?.control ?? "";
      parts.push(field(`${hex} is held by`, [{ value: "", text: "nobody" }, ...(app.board?.sides ?? []).map((value) => ({ value, text: capital(value) }))], control,
        (value) => void board?.edit([{ hex, set: { control: value || null } }])));
    }
    what.replaceChildren(...parts);
  }

  /** A field of the game as a control. @param {any} setting */
  function control(setting) {
    const { name, part, value, words, low, high, per_side: perSide } = setting;
    const set = (/** @type {any} */ to) => void board?.edit([part ? { part, set: { [name]: to } } : { set: { [name]: to } }]);
    const one = (/** @type {string} */ label, /** @type {any} */ now, /** @type {(to: any) => void} */ act) => {
      if (words) return field(label, words.map((/** @type {string} */ text) => ({ value: text, text: text || "none" })), now ?? "", act);
      if (setting.flag) return field(label, [{ value: "", text: "no" }, { value: "1", text: "yes" }], now ? "1" : "", (to) => act(to === "1"));
      const input = h("input", { type: "number", min: low, max: high, value: now, onchange: () => act(Number(input.value)) });
      return h("label", { class: "field" }, h("span", {}, label), input);
    };
    const title = capital(name.replaceAll("_", " "));
    if (!perSide) return [one(title, value, set)];
    return Object.entries(value ?? {}).map(([side, now]) => one(`${title}, ${side}`, now, (to) => set({ ...value, [side]: to })));
  }

  function show() {
    const on = board?.tool === "arrange";
    toggle.setAttribute("aria-pressed", String(on));
    tools.hidden = !on;
    if (!on || !board?.last) return;
    about();
    list();
    const view = app.view;
    if (!view || settings.contains(document.activeElement)) return;
    const turns = Array.from({ length: app.board?.turns ?? 1 }, (_, i) => String(i + 1));
    fields.replaceChildren(
      field("Turn", [...new Set([...turns, String(view.turn)])].map((value) => ({ value, text: value })), String(view.turn), (value) => void board?.edit([{ set: { turn: Number(value) } }])),
      field("Phase", Object.entries(app.board?.phase_names ?? {}).map(([value, text]) => ({ value, text })), view.phase, (value) => void board?.edit([{ set: { phase: value } }])),
      ...board.last.settings.filter((/** @type {any} */ one) => !["turn", "phase"].includes(one.name)).flatMap(control));
  }

  return show;
}
