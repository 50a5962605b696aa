// @ts-check
/** The editor's panel: a row of our data, what the owner's copy says, and everything that differs. */

import { app } from "../app.js";
import { fetchJson, postJson } from "../lib/http.js";
import { button, complain, field, h } from "../panels/parts.js";

/** @typedef {Record<string, string>} Row */
/** @typedef {{name: string, columns: string[], key: string[], rows: string[][], own: Row[]}} File */
/** @typedef {{file: string, about: string, field: string, ours: string, theirs: string}} Difference */

const CHECK = 350; // milliseconds without a key until what was typed is checked
const TABLES = "tables.toml";

/** @param {HTMLElement} element */
export function mount(element) {
  element.classList.add("panel", "editor");
  /** @type {{folder: string, files: File[], tables: {ours: string, own: string}, differences: Difference[]} | null} */
  let data = null;
  let name = "map.csv";
  /** The key of the row that is shown. @type {string[]} */
  let key = [];
  let timer = 0;
  let last = "";

  const files = h("div");
  const search = h("input", { type: "search", placeholder: "Row: a hex, a unit", "aria-label": "Find a row by its key or text", oninput: () => find() });
  const found = h("div", { class: "editor-found", role: "group", "aria-label": "Rows" });
  const form = h("div", { class: "editor-form" });
  const verdict = h("p", { class: "editor-verdict", role: "status" });
  const save = button("Save", () => void check(true), { class: "primary" });
  const list = h("div", { class: "editor-differences", tabindex: "0", role: "region", "aria-label": "What differs from ours" });
  const where = h("p", { class: "note" });
  element.append(
    h("p", { class: "note" }, "Correct our data from your own copy of the game. Click a hex or a counter on the map, or find a row. Everything is checked by loading the game with it; only what differs is saved, beside ours."),
    files, search, found, form, verdict, h("p", { class: "buttons" }, save, h("a", { class: "button", href: "/" }, "Back to the lobby")),
    h("h3", {}, "What differs from ours"), list, where);

  const file = () => data?.files.find((one) => one.name === name) ?? null;
  const same = (/** @type {Row} */ row) => !!file()?.key.every((column, i) => row[column] === key[i]);

  async function load() {
    const game = app.board?.game;
    if (!game) return;
    try {
      data = await fetchJson(`/api/editor/${game}`);
    } catch (error) {
      verdict.textContent = error instanceof Error ? error.message : String(error);
      return;
    }
    const names = [...(data?.files ?? []).map((one) => one.name), TABLES];
    files.replaceChildren(field("File", names.map((value) => ({ value, text: value })), name, (value) => {
      name = value;
      key = [];
      show();
    }));
    show();
  }

  function find() {
    const now = file();
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const rows = now && words.length ? now.rows.filter((row) => words.every((word) => row.join(" ").toLowerCase().includes(word))).slice(0, 8) : [];
    found.replaceChildren(...rows.map((row) => button(row.slice(0, 4).join(" · "), () => {
      key = (now?.key ?? []).map((column) => row[now?.columns.indexOf(column) ?? 0] ?? "");
      found.replaceChildren();
      show();
    })));
  }

  function show() {
    verdict.textContent = "";
    verdict.className = "editor-verdict";
    find();
    differences(data?.differences ?? []);
    where.textContent = data ? `Your changes are kept in ${data.folder}. Play with it: hexfront play --data ${data.folder}` : "";
    search.hidden = name === TABLES;
    if (name === TABLES) showTables();
    else showRow();
  }

  function showTables() {
    const text = h("textarea", { rows: 12, spellcheck: "false", "aria-label": "Your own tables, only what differs", oninput: soon });
    text.value = data?.tables.own ?? "";
    form.replaceChildren(
      h("p", { class: "note" }, "The charts. Write only the tables and values that differ, as ours are written:"), text,
      h("details", {}, h("summary", {}, "Ours"), h("pre", { tabindex: "0" }, data?.tables.ours ?? "")));
  }

  function showRow() {
    const now = file();
    if (!now || key.length === 0) {
      form.replaceChildren(h("p", { class: "note" }, "No row is chosen."));
      return;
    }
    const ours = now.rows.find((row) => now.key.every((column, i) => row[now.columns.indexOf(column)] === key[i]));
    const own = now.own.find(same) ?? {};
    const remove = h("input", { type: "checkbox", "data-column": "remove", onchange: soon });
    remove.checked = !!own.remove;
    form.replaceChildren(
      h("h3", {}, key.join(" "), ours ? "" : " (new)"),
      ...now.columns.filter((column) => !now.key.includes(column)).map((column) => {
        const printed = ours?.[now.columns.indexOf(column)] ?? "";
        const input = h("input", { type: "text", "data-column": column, placeholder: printed || "empty", value: own[column] ?? "", oninput: soon });
        return h("label", {}, h("span", {}, column.replaceAll("_", " ")), input, h("small", {}, printed ? `ours: ${printed}` : "ours: empty"));
      }),
      ours ? h("label", { class: "editor-remove" }, remove, " Delete this row") : "",
      h("p", { class: "note" }, "An empty box leaves ours as it is; a single - makes it empty."));
  }

  /** The rows of the overlay with the one in the form. @returns {Row[]} */
  function rows() {
    const now = file();
    if (!now) return [];
    /** @type {Row} */
    const row = Object.fromEntries(now.key.map((column, i) => [column, key[i] ?? ""]));
    for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[data-column]"))) {
      const value = input.type === "checkbox" ? (input.checked ? "-" : "") : input.value.trim();
      if (value) row[input.dataset.column ?? ""] = value;
    }
    const rest = now.own.filter((one) => !same(one));
    return Object.keys(row).length > now.key.length ? [...rest, row] : rest;
  }

  function soon() {
    clearTimeout(timer);
    timer = window.setTimeout(() => void check(false), CHECK);
  }

  /** @param {boolean} keep */
  async function check(keep) {
    clearTimeout(timer);
    const now = file();
    const own = name === TABLES ? null : rows();
    const text = name === TABLES ? /** @type {HTMLTextAreaElement} */ (form.querySelector("textarea")).value : "";
    try {
      const reply = await postJson(`/api/editor/${app.board?.game}`, { file: name, save: keep, ...(own ? { rows: own } : { text }) });
      verdict.className = `editor-verdict ${reply.ok ? "good" : "error"}`;
      verdict.textContent = reply.ok ? (keep ? "Saved." : "The game loads with this.") : reply.error.message;
      if (reply.ok) differences(reply.differences);
      if (reply.saved && data) {
        data.differences = reply.differences;
        if (own && now) now.own = own;
        else data.tables.own = text;
      }
    } catch (error) {
      complain(error);
    }
  }

  /** @param {Difference[]} all */
  function differences(all) {
    list.replaceChildren(all.length === 0 ? h("p", { class: "empty" }, "Nothing yet.") : h("table", {},
      h("thead", {}, h("tr", {}, ["What", "Ours", "Yours"].map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", {}, all.map((one) => h("tr", {},
        h("th", { scope: "row" }, `${one.about} ${one.field}`, h("small", {}, one.file)),
        h("td", {}, one.ours || "empty"), h("td", {}, one.theirs || "empty"))))));
  }

  app.on("select", () => {
    const now = file();
    const chosen = app.selected;
    if (!now || !chosen) return;
    const first = now.key[0];
    if (now.key.length === 2) {
      if (last && last !== chosen.hex) key = [last, chosen.hex].sort();
      last = chosen.hex;
    } else if (first === "hex") key = [chosen.hex];
    else if (chosen.unit && now.rows.some((row) => row[0] === chosen.unit)) key = [chosen.unit];
    show();
  });
  app.on("state", () => {
    if (!data) void load();
  });
  void load();
}
