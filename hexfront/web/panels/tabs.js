// @ts-check
/** The column beside the map: one tab for each panel, and the panels that lie elsewhere. */

import { app } from "../app.js";
import { byId } from "../lib/dom.js";
import * as charts from "./charts.js";
import { complain, h } from "./parts.js";
import * as game from "./game.js";
import * as help from "./help.js";
import * as keyboard from "./keyboard.js";
import * as log from "./log.js";
import * as luck from "./luck.js";
import * as overlays from "./overlays.js";
import * as replay from "./replay.js";
import * as rules from "./rules.js";
import * as talk from "./talk.js";

/** @typedef {{mount: (element: HTMLElement) => void}} Panel */

/** A panel is there from the start, or loaded when it is first shown. @type {{name: string, title: string, panel?: Panel, load?: () => Promise<Panel>, hosted?: boolean, only?: string}[]} */
const TABS = [
  { name: "board", title: "Board", load: () => import("../analysis/panel.js"), only: "board-only" },
  { name: "editor", title: "Editor", load: () => import("../editor/panel.js"), only: "editor-only" },
  { name: "log", title: "Log", panel: log },
  { name: "units", title: "Units", load: () => import("./forces.js") },
  { name: "rules", title: "Rules", panel: rules },
  { name: "charts", title: "Charts", panel: charts },
  { name: "overlays", title: "Overlays", panel: overlays },
  { name: "game", title: "Game", panel: game },
  { name: "talk", title: "Talk", panel: talk, hosted: true },
];

/** Build the column, the bar of the replay, the help sheet and the keys. @param {HTMLElement} element */
export function mount(element) {
  const tabs = TABS.map(({ name, title, hosted, only }) =>
    h(
      "button",
      {
        type: "button", role: "tab", class: hosted ? "hosted-only" : (only ?? null), id: `tab-${name}`, "aria-controls": `panel-${name}`,
        onclick: () => fold(name),
      },
      title,
    ),
  );
  const panels = TABS.map(({ name }) =>
    h("section", { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}` }),
  );
  const list = h("div", { class: "tabs", role: "tablist", "aria-label": "Panels" }, tabs);
  element.append(list, ...panels);

  /** @type {Map<string, Promise<void>>} */
  const loaded = new Map();

  /**
   * Put a panel in its place the first time it is shown.
   * @param {string} wanted
   * @returns {Promise<void>}
   */
  function load(wanted) {
    const at = TABS.findIndex(({ name }) => name === wanted);
    const [tab, place] = [TABS[at], panels[at]];
    const known = loaded.get(wanted);
    if (known || !tab?.load || !place) return known ?? Promise.resolve();
    const done = tab.load().then((panel) => {
      panel.mount(place);
      if (!place.hidden) app.emit("tab", wanted);
    }).catch((error) => {
      loaded.delete(wanted);
      complain(error);
    });
    loaded.set(wanted, done);
    return done;
  }

  /** On a small screen a tab unfolds its panel, and folds it again. @param {string} wanted */
  function fold(wanted) {
    const open = tabs[TABS.findIndex(({ name }) => name === wanted)]?.getAttribute("aria-selected") === "true";
    document.body.classList.toggle("unfolded", !open || !document.body.classList.contains("unfolded"));
    show(wanted);
  }

  /** @param {string} wanted */
  function show(wanted) {
    void load(wanted);
    TABS.forEach(({ name }, i) => {
      const chosen = name === wanted;
      tabs[i]?.setAttribute("aria-selected", String(chosen));
      if (tabs[i]) tabs[i].tabIndex = chosen ? 0 : -1;
      if (panels[i]) panels[i].hidden = !chosen;
    });
    app.emit("tab", wanted);
  }

  list.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const at = tabs.findIndex((tab) => tab === document.activeElement);
    if (by === undefined || at < 0) return;
    event.preventDefault();
    const there = tabs.filter((tab) => tab.offsetParent !== null);
    const next = there[(there.findIndex((tab) => tab === tabs[at]) + by + there.length) % there.length];
    if (!next) return;
    show(TABS[tabs.indexOf(next)]?.name ?? "log");
    next.focus();
  });

  app.on("show-tab", (/** @type {string} */ wanted) => {
    document.body.classList.add("unfolded");
    show(wanted);
  });
  app.on("find", () => {
    document.body.classList.add("unfolded");
    show("units");
    void load("units").then(() => app.emit("find-unit"));
  });
  app.on("unread", (/** @type {number} */ count) => {
    const tab = tabs[TABS.findIndex(({ name }) => name === "talk")];
    tab?.replaceChildren("Talk", ...(count ? [h("span", { class: "unread", "aria-label": `${count} new` }, String(count))] : []));
  });
  TABS.forEach(({ panel }, i) => {
    const place = panels[i];
    if (place) panel?.mount(place);
  });
  show("log");
  const bar = h("section", { id: "replay", "aria-label": "Replay", hidden: true });
  byId("board").append(bar);
  replay.mount(bar);
  help.mount(document.body);
  luck.mount(document.body);
  keyboard.mount(byId("map"));
}
