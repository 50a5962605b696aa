// @ts-check
/** Who holds this player's seat: devices, lists of games, unused links; and throwing the others out. */

import { app } from "../app.js";
import { h } from "../lib/dom.js";
import { fetchJson, postJson } from "../lib/http.js";
import { newListLink } from "../lobby/links.js";

/** @typedef {import("../types.js").Holder} Holder */

const KINDS = { device: "a browser", list: "a list of games", link: "a link that nobody has used yet" };

/** @param {HTMLElement} element */
export function mountSeat(element) {
  const list = h("ul", { class: "holders" });
  const said = h("p", { class: "note", role: "status" });
  const out = h("button", { type: "button", class: "danger", onclick: () => void throwOut() }, "Throw the others out");
  element.append(h("h3", {}, "Who holds your seat"), list, h("p", { class: "buttons" }, out), said);
  let key = "";

  async function update() {
    const { table, side } = app;
    const state = app.state;
    element.hidden = !app.hosted || !side || !state?.me.includes(side);
    if (element.hidden || !state) return;
    const now = `${table} ${side} ${state.devices}`;
    if (now === key) return;
    key = now;
    draw((await fetchJson(`/api/tables/${table}/holders?side=${side}`)).holders);
  }

  /** @param {Holder[]} holders */
  function draw(holders) {
    list.replaceChildren(...holders.map(holder));
    out.hidden = holders.every((one) => one.mine);
  }

  async function throwOut() {
    said.textContent = "";
    try {
      const { holders, link } = await postJson(`/api/tables/${app.table}/holders/drop`, { side: app.side });
      draw(holders);
      said.replaceChildren("Only this browser holds the seat now. The seat's notices have ended with that: set yours again.");
      if (link) said.after(newListLink(link));
    } catch (error) {
      said.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  const show = () => void update().catch((error) => { said.textContent = String(error.message ?? error); });
  app.on("state", show);
  app.on("hosted", show);
}

/** @param {Holder} one */
export function holder(one) {
  const what = one.mine ? (one.kind === "list" ? "your list of games" : "this browser") : KINDS[one.kind];
  return h("li", { class: one.mine ? "mine" : "" }, `${what}, since ${moment(one.since)}`);
}

/** A time as the browser writes it. @param {string} iso */
export function moment(iso) {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : at.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
}
