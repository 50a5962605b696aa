// @ts-check
/** The order of battle: every formation by command, as far as this seat may know it; find a unit by typing. */

import { app } from "../app.js";
import { face, sideNumber } from "../map/counters.js";
import { s } from "../lib/dom.js";
import { loadStyle } from "../lib/lazy.js";
import { field, capital, h } from "./parts.js";
import { commands, FILTERS, forcesOf, summary } from "./roll.js";

/** @typedef {import("./roll.js").Row} Row */

/** @param {HTMLElement} element */
export function mount(element) {
  void loadStyle("panels/forces.css");
  let side = "";
  let filter = FILTERS[0];
  let open = false;
  let key = "";

  const search = h("input", {
    type: "search", placeholder: "Find a unit", "aria-label": "Find a unit by name, command or place",
    oninput: () => show(), onkeydown: onSearchKey,
  });
  const sides = h("div");
  const filters = h("div");
  const sum = h("p", { class: "note forces-sum", "aria-live": "polite" });
  const list = h("div", { class: "forces-list", role: "group", "aria-label": "Units", onkeydown: onListKey });
  element.classList.add("panel", "forces");
  element.append(h("div", { class: "panel-bar" }, search), h("div", { class: "forces-bar" }, sides, filters), sum, list);

  function choices() {
    const all = app.board?.sides ?? [];
    const wanted = all.join();
    if (wanted === key) return;
    key = wanted;
    side = app.side ?? all[0] ?? "";
    sides.replaceChildren(field("Side", all.map((value) => ({ value, text: capital(value) })), side, (value) => {
      side = value;
      show();
    }));
    filters.replaceChildren(field("Show", FILTERS.map(({ name, text }) => ({ value: name, text })), filter.name, (value) => {
      filter = FILTERS.find(({ name }) => name === value) ?? FILTERS[0];
      show();
    }));
  }

  function show() {
    if (!open || !app.view || !app.board) return;
    choices();
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const force = forcesOf(side);
    const rows = force.filter((row) => filter.keep(row) && words.every((word) => row.text.includes(word)));
    sum.textContent = words.length || filter !== FILTERS[0] ? `${rows.length} of ${force.length} units.` : summary(force);
    const focused = list.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.unit : null;
    list.replaceChildren(...commands(rows).map(([command, members]) =>
      h("section", {}, h("h3", {}, capital(command), h("span", { class: "count" }, String(members.length))),
        h("ul", {}, members.map(item)))));
    const first = rowButtons()[0];
    if (!rows.length) list.append(h("p", { class: "empty" }, "No unit matches."));
    const again = rowButtons().find((one) => one.dataset.unit === focused);
    if (again ?? first) (again ?? first).tabIndex = 0;
    again?.focus();
  }

  /** @param {Row} row */
  function item(row) {
    const picture = s("svg", { class: "forces-counter", viewBox: "-30 -30 62 64", "aria-hidden": "true" }, face(row.unit));
    const state = [
      row.lost ? h("span", { class: "lost" }, `${row.lost} ${row.lost === 1 ? "step" : "steps"} lost`) : null,
      ...row.signs.map((sign) => h("span", { class: sign.bad ? "bad" : null }, sign.text)),
    ];
    return h("li", {},
      h("button", {
        type: "button", class: "force", tabindex: "-1", data: { unit: row.unit.id, seat: sideNumber(row.unit.side) },
        onclick: () => go(row), onfocus: () => mark(row), onblur: dark, onpointerenter: () => mark(row), onpointerleave: dark,
      },
      picture,
      h("span", { class: "force-name" }, row.unit.name),
      h("span", { class: "force-where" }, row.where),
      h("span", { class: "force-steps", "aria-label": `${row.steps} of ${row.full} steps` }, "●".repeat(row.steps), "○".repeat(row.full - row.steps)),
      h("span", { class: "force-signs" }, state)));
  }

  /** @param {Row} row */
  function mark(row) {
    if (row.hex) app.showHexes("forces", [row.hex], "focus");
  }

  function dark() {
    app.clearLayer("forces");
  }

  /** @param {Row} row */
  function go(row) {
    if (!row.hex) {
      app.flash(`${row.unit.name}: ${row.where}.`);
      return;
    }
    app.select(row.unit.id);
    app.centre(row.hex);
    mark(row);
  }

  const rowButtons = () => /** @type {HTMLButtonElement[]} */ ([...list.querySelectorAll("button.force")]);

  /** @param {KeyboardEvent} event */
  function onSearchKey(event) {
    const first = rowButtons()[0];
    if (event.key === "Enter") first?.click();
    else if (event.key === "ArrowDown") first?.focus();
    else return;
    event.preventDefault();
  }

  /** One stop for the Tab key; the arrows go from unit to unit. @param {KeyboardEvent} event */
  function onListKey(event) {
    const rows = rowButtons();
    const at = rows.findIndex((row) => row === document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    if (to < 0) return search.focus();
    const next = rows[Math.min(to, rows.length - 1)];
    if (rows[at]) rows[at].tabIndex = -1;
    if (next) next.tabIndex = 0;
    next?.focus();
  }

  app.on("tab", (/** @type {string} */ name) => {
    open = name === "units";
    if (open) show();
    else dark();
  });
  app.on("state", show);
  app.on("find-unit", () => {
    search.focus();
    search.select();
  });
}
