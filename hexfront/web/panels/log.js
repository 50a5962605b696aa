// @ts-check
/** The log: what happened, by turn and phase, linked both ways to the map. */

import { app } from "../app.js";
import { sideNumber } from "../map/counters.js";
import { askWhy, explanation } from "../status/why.js";
import { button, capital, h, ruleButton } from "./parts.js";

/** @typedef {import("../types.js").Entry} Entry */
/** @typedef {{item: HTMLLIElement, line: HTMLButtonElement, entry: Entry}} Row */

const BY_HAND = 1500; // milliseconds after a wheel, a finger or a key that a scroll is still theirs
const SETTLED = 500; // until the heights of a log that was just loaded are known
const NEAR = 40; // pixels from the end at which the list still counts as at its end

/** @type {{value: string, text: string, keep: (row: Row) => boolean}[]} */
const FILTERS = [
  { value: "all", text: "Everything", keep: (row) => row.entry.what !== "turn" }, // the heading says it
  { value: "fights", text: "Combats", keep: (row) => !!app.board?.fights.includes(row.entry.what) },
  {
    value: "here",
    text: "The selected hex",
    keep: (row) => !!app.selected && row.entry.hexes.includes(app.selected.hex),
  },
];

/** @param {HTMLElement} element */
export function mount(element) {
  /** @type {Row[]} */
  const rows = [];
  /** @type {Map<string, Set<Row>>} */
  const byHex = new Map();
  /** @type {{turn: unknown, phase: string, turnBox: HTMLElement, list: HTMLElement} | null} */
  let group = null;
  /** @type {Row | null} */
  let current = null;
  /** @type {string[]} */
  let marked = [];
  let filter = FILTERS[0];
  let moment = Infinity;

  const list = h("div", { class: "log-list" });
  const more = button("", () => toEnd(), { class: "log-more", hidden: true });
  const filterSelect = h(
    "select",
    { "aria-label": "Which entries", onchange: () => applyFilter(filterSelect.value) },
    ...FILTERS.map(({ value, text }) => h("option", { value }, text)),
  );
  const none = h("p", { class: "empty" }, "Nothing has happened yet.");
  element.classList.add("panel", "log");
  element.append(
    h(
      "div",
      { class: "panel-bar" },
      filterSelect,
      button("Replay", () => app.emit("replay", true), { title: "Look at any moment of the game (p)" }),
    ),
    none,
    list,
    more,
  );

  const atEnd = () => list.scrollHeight - list.scrollTop - list.clientHeight < NEAR;
  const toEnd = (times = 4) => {
    reading = false;
    list.scrollTop = list.scrollHeight;
    more.hidden = true;
    if (times > 1) requestAnimationFrame(() => !atEnd() && toEnd(times - 1));
  };
  /** Whether somebody reads further up: then it stays where it is. */
  let reading = false;
  let touched = -Infinity;
  for (const act of ["wheel", "pointerdown", "touchmove", "keydown"]) {
    list.addEventListener(act, () => (touched = performance.now()), { passive: true });
  }
  list.addEventListener("scroll", () => {
    if (atEnd()) more.hidden = true;
    if (performance.now() - touched > BY_HAND) return; // heights were guessed
    reading = !atEnd();
    sessionStorage.setItem(`hexfront.log.${app.table}`, reading ? String(list.scrollTop) : "");
  });
  const heights = new ResizeObserver(() => { // heights out of sight are guessed at first
    if (!reading && !atEnd() && performance.now() - touched > BY_HAND) toEnd();
  });
  /** Where it was read before the page was loaded again. */
  const left = () => Number(sessionStorage.getItem(`hexfront.log.${app.table}`) ?? 0);

  /** @param {Entry} entry */
  function place(entry) {
    const phase = entry.phase ? `${entry.phase}/${entry.impulse ?? 0}` : "";
    if (!group || group.turn !== entry.turn) {
      const turnBox = entry.turn
        ? h("section", { class: "log-turn" }, h("h3", {}, `Turn ${entry.turn}`))
        : h("details", { class: "log-turn log-setup", open: !app.view?.turn || !!app.view.phase.startsWith("setup") }, h("summary", {}, "Set-up"));
      group?.turnBox.removeAttribute("open"); // the set-up is over
      list.append(turnBox);
      heights.observe(turnBox);
      group = { turn: entry.turn, phase: "none", turnBox, list: turnBox };
    }
    if (group.phase !== phase) {
      const items = h("ol");
      const name = phaseName(entry);
      group.turnBox.append(h("section", { class: "log-phase" }, name ? h("h4", {}, name) : null, items));
      group = { ...group, phase, list: items };
    }
    return group.list;
  }

  /**
   * @param {Entry} entry
   * @returns {Row}
   */
  function makeRow(entry) {
    const line = h("button", { type: "button", class: "line", tabindex: "-1" });
    if (entry.what === "result") line.append(die(entry));
    line.append(...linked(entry));
    if (entry.what === "move" && entry.hexes.length > 2) line.append(h("span", { class: "log-way" }, ` · ${entry.hexes.length - 1} hexes`));
    const item = h(
      "li",
      { class: `entry what-${entry.what}`, "data-seat": sideNumber(entry.side ?? ""), "data-number": entry.number },
      line,
      entry.why === undefined ? null : untabbed(whyButton(entry)),
      entry.case ? untabbed(ruleButton(entry.case)) : null,
    );
    /** @type {Row} */
    const row = { item, line, entry };
    line.addEventListener("click", (event) => go(row, pointedAt(event)[0]));
    line.addEventListener("pointerover", (event) => {
      const hexes = pointedAt(event);
      if (hexes.length) {
        app.clearLayer("log");
        app.showHexes("log", hexes, "focus");
      } else light(row);
    });
    item.addEventListener("pointerenter", () => light(row));
    item.addEventListener("pointerleave", () => dark());
    line.addEventListener("focus", () => light(row));
    line.addEventListener("blur", () => dark());
    return row;
  }

  /** @param {Row} row */
  function light(row) {
    const { hexes, what } = row.entry;
    if (hexes.length === 0) return;
    app.showHexes("log", hexes, "focus");
    const way = ["move", "probe", "retreat", "advance"].includes(what) && hexes.length > 1;
    app.showPaths("log", way ? [hexes] : [], "focus");
  }

  function dark() {
    app.clearLayer("log");
  }

  /**
   * @param {Row} row
   * @param {string} [meant] a hex that it names
   */
  function go(row, meant) {
    if (app.mode === "replay") app.emit("moment-wanted", row.entry.number);
    const hex = meant ?? row.entry.hexes[row.entry.hexes.length - 1];
    if (hex) app.centre(hex);
    light(row);
    rove(row);
  }

  /**
   * Scroll an entry to the middle. Phases out of sight have a guessed height until they are near, so once
   * is not enough.
   * @param {HTMLElement} item
   */
  function bring(item, times = 4) {
    const box = item.getBoundingClientRect();
    const frame = list.getBoundingClientRect();
    const away = box.top - frame.top - frame.height / 2;
    if (frame.height === 0 || Math.abs(away) < 2) return;
    list.scrollTop += away;
    if (times > 1) requestAnimationFrame(() => bring(item, times - 1));
  }

  /** One stop for the Tab key; the arrows go from entry to entry. @param {Row} row */
  function rove(row) {
    if (current) current.line.tabIndex = -1;
    current = row;
    row.line.tabIndex = 0;
  }

  list.addEventListener("keydown", (event) => {
    const at = rows.findIndex((row) => row.item.contains(/** @type {Node} */ (event.target)));
    const row = rows[at];
    if (!row) return;
    const parts = /** @type {HTMLElement[]} */ ([...row.item.querySelectorAll(".line, .why, .rule")]);
    const here = parts.findIndex((part) => part === document.activeElement);
    if (event.key === "ArrowRight") parts[here + 1]?.focus();
    else if (event.key === "ArrowLeft") parts[here - 1]?.focus();
    else if (event.key === "Home") step(-1, 1);
    else if (event.key === "End") step(rows.length, -1);
    else if (event.key === "ArrowDown") step(at, 1);
    else if (event.key === "ArrowUp") step(at, -1);
    else return;
    event.preventDefault();
  });

  /**
   * @param {number} from
   * @param {number} by
   */
  function step(from, by) {
    let at = from + by;
    while (rows[at]?.item.hidden) at += by;
    const row = rows[at];
    if (!row) return;
    rove(row);
    row.line.focus();
  }

  /** @param {Row} row */
  function remember(row) {
    for (const hex of row.entry.hexes) {
      const there = byHex.get(hex);
      if (there) there.add(row);
      else byHex.set(hex, new Set([row]));
    }
    row.item.hidden = !filter.keep(row);
    row.item.classList.toggle("later", row.entry.number > moment);
  }

  function update() {
    const entries = app.entries;
    const same = rows.length <= entries.length && rows.every((row, i) => row.entry === entries[i] || (i === rows.length - 1 && row.entry.number === entries[i]?.number));
    if (!rows.length && entries.length) reading = left() > 0;
    const kept = rows.length ? list.scrollTop : left();
    const following = !reading;
    const again = !same || !rows.length;
    if (!same) clear();
    const before = rows.length;
    const last = rows[rows.length - 1];
    const grown = entries[rows.length - 1];
    if (last && grown && last.entry !== grown) {
      const row = makeRow(grown);
      last.item.replaceWith(row.item);
      for (const hex of last.entry.hexes) byHex.get(hex)?.delete(last);
      rows[rows.length - 1] = row;
      remember(row);
      if (current === last) rove(row);
    }
    for (const entry of entries.slice(rows.length)) {
      const row = makeRow(entry);
      if (before > 0) row.item.classList.add("new");
      place(entry).append(row.item);
      rows.push(row);
      remember(row);
    }
    none.hidden = rows.length > 0;
    const latest = rows[rows.length - 1];
    if (latest && !list.contains(document.activeElement)) rove(latest);
    if (following) {
      toEnd();
      if (again) setTimeout(() => !reading && toEnd(), SETTLED);
    }
    else if (again) list.scrollTop = kept; // taken back or loaded again
    else if (rows.length > before && before > 0) {
      more.hidden = false;
      more.textContent = `${rows.length - before} new ↓`;
    }
    fold();
    mark();
  }

  function clear() {
    list.replaceChildren();
    rows.length = 0;
    byHex.clear();
    group = null;
    current = null;
    more.hidden = true;
  }

  /** Phases and turns of which the filter leaves nothing are not shown. */
  function fold() {
    if (filter.value === "all") return;
    for (const box of list.querySelectorAll(".log-phase, .log-turn")) {
      /** @type {HTMLElement} */ (box).hidden = !box.querySelector(".entry:not([hidden])");
    }
  }

  /** @param {string} value */
  function applyFilter(value) {
    filter = FILTERS.find((each) => each.value === value) ?? FILTERS[0];
    for (const row of rows) row.item.hidden = !filter.keep(row);
    for (const box of list.querySelectorAll(".log-phase, .log-turn")) {
      /** @type {HTMLElement} */ (box).hidden = false;
    }
    fold();
    if (value !== "all") none.hidden = rows.some((row) => !row.item.hidden);
    toEnd();
  }

  /** Mark the entries of the hex under the pointer and of the selected one. */
  function mark() {
    for (const hex of marked) {
      for (const row of byHex.get(hex) ?? []) row.item.classList.remove("touched", "chosen");
    }
    marked = [app.hovered, app.selected?.hex].filter((hex) => typeof hex === "string");
    for (const row of byHex.get(app.hovered ?? "") ?? []) row.item.classList.add("touched");
    for (const row of byHex.get(app.selected?.hex ?? "") ?? []) row.item.classList.add("chosen");
  }

  app.on("state", update);
  app.on("hover", mark);
  app.on("select", () => {
    mark();
    if (filter.value === "here") applyFilter("here");
  });
  app.on("moment", (/** @type {number | null} */ number) => {
    moment = number ?? Infinity;
    /** @type {Row | null} */
    let now = null;
    for (const row of rows) {
      const later = row.entry.number > moment;
      row.item.classList.toggle("later", later);
      row.item.classList.remove("now");
      if (!later) now = row;
    }
    if (number === null) toEnd();
    else if (now) {
      now.item.classList.add("now");
      bring(now.item);
    }
  });
  app.on("tab", () => {
    if (moment === Infinity && more.hidden) toEnd();
  });
  update();
}

/**
 * The hexes of the unit, hex or place in a line that the pointer is on; a unit's is where it is now.
 * @param {Event} event
 */
function pointedAt(event) {
  const spot = /** @type {HTMLElement} */ (event.target).closest(".spot");
  const unit = spot?.getAttribute("data-of");
  if (unit) return [app.unit(unit)?.hex ?? ""].filter(Boolean);
  return spot?.getAttribute("data-hexes")?.split(" ") ?? [];
}

/**
 * A line of the log with its units, hexes and places marked, so that each can be pointed at.
 * @param {Entry} entry
 */
function linked(entry) {
  /** @type {Map<string, string[]>} */
  const spots = new Map();
  /** @type {Map<string, string>} */
  const units = new Map([...(entry.units ?? []), ...(entry.against ?? [])].map((id) => [app.nameOf(id), id]));
  for (const place of app.board?.places ?? []) {
    if (entry.line.includes(place.name)) spots.set(place.name, [...(spots.get(place.name) ?? []), place.hex]);
  }
  const names = [...units.keys(), ...spots.keys()].sort((one, other) => other.length - one.length).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = new RegExp(`(${[...names, "\\b\\d{4}\\b"].join("|")})`);
  return entry.line.split(pattern).map((part) => {
    const unit = units.get(part);
    if (unit) return h("span", { class: "spot", "data-of": unit }, part);
    const hexes = spots.get(part) ?? (app.board?.hexes[part] ? [part] : null);
    return hexes ? h("span", { class: "spot", "data-hexes": hexes.join(" ") }, part) : part;
  });
}

/** @param {Entry} entry */
function phaseName(entry) {
  if (!entry.phase) return "";
  const name = app.board?.phase_names[entry.phase] ?? capital(entry.phase);
  return entry.impulse ? `${name}, impulse ${entry.impulse}` : name;
}

/**
 * Shows why the computer did this, and hides it again.
 * @param {Entry} entry
 */
function whyButton(entry) {
  const made = button("Why?", async () => {
    const item = made.closest(".entry");
    const shown = item?.querySelector(".reason");
    made.setAttribute("aria-expanded", String(!shown));
    if (shown) shown.remove();
    else for (const reason of await askWhy([entry])) item?.append(explanation(reason));
  }, { class: "why", "aria-expanded": "false", "aria-label": "Why did it do that?" });
  return made;
}

/** @param {HTMLElement} element */
function untabbed(element) {
  element.tabIndex = -1;
  return element;
}

/** @param {Entry} entry */
function die(entry) {
  const face = entry.die;
  if (!face) return "";
  return h("span", { class: "log-die", "data-face": face, "aria-hidden": "true" }, face);
}
