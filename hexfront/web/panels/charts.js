// @ts-check
/** The charts as tables; the columns and rows in use are marked. */

import { app } from "../app.js";
import { h, ruleButton } from "./parts.js";

/** @typedef {import("../types.js").Chart} Chart */

/** @param {HTMLElement} element */
export function mount(element) {
  /** @type {{chart: Chart, table: HTMLTableElement, odds: HTMLElement}[]} */
  let shown = [];
  let game = "";
  element.classList.add("panel", "charts");

  function build() {
    const board = app.board;
    if (!board || board.game === game) return;
    game = board.game;
    shown = board.charts.map((chart) => {
      const odds = h("p", { class: "chart-odds", hidden: true });
      return { chart, table: table(chart), odds };
    });
    element.replaceChildren(
      ...shown.map(({ chart, table, odds }) =>
        h(
          "section",
          { class: "chart" },
          h("h3", {}, chart.title, " ", ruleButton(chart.rule)),
          odds,
          h("div", { class: "chart-scroll", tabindex: "0", role: "group", "aria-label": chart.title }, table),
          chart.note ? notes(chart.note) : null,
        ),
      ),
    );
  }

  function mark() {
    build();
    const view = app.view;
    if (!view) return;
    const odds = view.combat?.odds ?? view.planned?.odds ?? null;
    for (const { chart, table, odds: line } of shown) {
      const columns = new Set([chart.columns_by && app.value(chart.columns_by), odds?.column]);
      const rows = new Set([chart.rows_by && String(app.value(chart.rows_by))]);
      const attacker = view.combat?.side ?? app.side ?? "";
      const head = chart.heads?.[attacker] ?? chart.columns;
      table.classList.toggle("in-use", !!odds && head.includes(odds.column));
      for (const row of table.rows) {
        const used = rows.has(row.cells[0]?.textContent ?? "");
        for (const [i, cell] of [...row.cells].entries()) {
          cell.classList.toggle("in-use", used || columns.has(head[i] ?? ""));
        }
      }
      line.hidden = !(odds && head.includes(odds.column));
      if (odds && !line.hidden) {
        const target = view.combat?.target ?? view.planned?.target;
        line.textContent = `The attack on ${target}: ${odds.headline}, column ${odds.column}.`;
      }
    }
  }

  app.on("state", mark);
  mark();
}

/** @param {Chart} chart */
function table(chart) {
  return h(
    "table",
    { class: chart.columns.length > 8 ? "wide" : null },
    h("caption", { class: "unseen" }, chart.title),
    h("thead", {}, ...heads(chart).map((head) => h("tr", {}, ...head.map((text) => h("th", { scope: "col" }, text))))),
    h(
      "tbody",
      {},
      ...chart.rows.map((row) =>
        h("tr", {}, ...row.map((text, i) => (i === 0 ? h("th", { scope: "row" }, text) : h("td", { class: text.length > 10 ? "long" : null }, breakable(text))))),
      ),
    ),
  );
}

/**
 * The lines of column heads: one, or one for each side.
 * @param {Chart} chart
 */
function heads(chart) {
  return chart.heads ? Object.values(chart.heads) : [chart.columns];
}

/**
 * A cell that may break after a plus ("DL1+DR").
 * @param {string} text
 */
function breakable(text) {
  return text.split(/(?<=\w\+)/).flatMap((part, i) => (i ? [h("wbr"), part] : [part]));
}

/**
 * A note; one that lists codes ("AE: ...; AR: ...") becomes a list.
 * @param {string} note
 */
function notes(note) {
  const parts = note.split("; ").map((part) => part.split(": "));
  if (parts.length < 2 || parts.some((part) => part.length !== 2)) return h("p", { class: "note" }, note);
  const list = h("dl", { class: "note" });
  for (const [code, means] of parts) list.append(h("div", {}, h("dt", {}, code), h("dd", {}, means)));
  return list;
}
