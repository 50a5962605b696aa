// @ts-check
/** The column beside the map: one tab for each panel, and the panels that lie elsewhere. */

import { app } from "../app.js";
import { byId } from "../lib/dom.js";
import * as charts from "./charts.js";
import { h } from "./parts.js";
import * as game from "./game.js";
import * as help from "./help.js";
import * as keyboard from "./keyboard.js";
import * as log from "./log.js";
import * as luck from "./luck.js";
import * as overlays from "./overlays.js";
import * as replay from "./replay.js";
import * as rules from "./rules.js";
import * as talk from "./talk.js";

/** @type {{name: string, title: string, panel: {mount: (element: HTMLElement) => void}, hosted?: boolean}[]} */
const TABS = [
  { name: "log", title: "Log", panel: log },
  { name: "rules", title: "Rules", panel: rules },
  { name: "charts", title: "Charts", panel: charts },
  { name: "overlays", title: "Overlays", panel: overlays },
  { name: "game", title: "Game", panel: game },
  { name: "talk", title: "Talk", panel: talk, hosted: true },
];

/** Build the column, the bar of the replay, the help sheet and the keys. @param {HTMLElement} element */
export function mount(element) {
  const tabs = TABS.map(({ name, title, hosted }) =>
    h(
      "button",
      {
        type: "button", role: "tab", class: hosted ? "hosted-only" : null, id: `tab-${name}`, "aria-controls": `panel-${name}`,
        onclick: () => show(name),
      },
      title,
    ),
  );
  const panels = TABS.map(({ name }) =>
    h("section", { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}` }),
  );
  const list = h("div", { class: "tabs", role: "tablist", "aria-label": "Panels" }, tabs);
  element.append(list, ...panels);

  /** @param {string} wanted */
  function show(wanted) {
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
    const count = TABS.filter((tab) => !tab.hosted || app.hosted).length; // the others come last
    const next = (at + by + count) % count;
    show(TABS[next]?.name ?? "log");
    tabs[next]?.focus();
  });

  app.on("show-tab", show);
  app.on("unread", (/** @type {number} */ count) => {
    const tab = tabs[TABS.findIndex(({ name }) => name === "talk")];
    tab?.replaceChildren("Talk", ...(count ? [h("span", { class: "unread", "aria-label": `${count} new` }, String(count))] : []));
  });
  TABS.forEach(({ panel }, i) => {
    const place = panels[i];
    if (place) panel.mount(place);
  });
  show("log");
  const bar = h("section", { id: "replay", "aria-label": "Replay", hidden: true });
  byId("board").append(bar);
  replay.mount(bar);
  help.mount(document.body);
  luck.mount(document.body);
  keyboard.mount(byId("map"));
}
