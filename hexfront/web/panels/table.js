// @ts-check
/** What a hosted table adds to the game panel: who is here, links, offers, and notifications. */

import { app } from "../app.js";
import { askBack } from "../decisions/actions.js";
import { botName } from "../lib/dom.js";
import { postJson } from "../lib/http.js";
import { linkBox } from "../lobby/links.js";
import { ending, nameOf } from "../status/people.js";
import { mountSeat } from "../status/seat.js";
import { mount as mountNotices } from "./notices.js";
import { button, capital, complain, h } from "./parts.js";

/** @param {HTMLElement} element */
export function mount(element) {
  const people = h("ul", { class: "people" });
  const invite = h("p", { class: "buttons" });
  const link = h("div", { "aria-live": "polite" });
  const offers = h("section", {}, h("h3", {}, "Offers"));
  const wishes = h("p", { class: "buttons" });
  const notices = h("section", {}, h("h3", {}, "Notify me when it is my move"));
  const sure = h("dialog", { class: "sure", "aria-labelledby": "sure-title" });
  offers.append(wishes);
  const seat = h("section", { hidden: true });
  element.append(people, invite, link, offers, notices, seat, sure);
  mountNotices(notices);
  mountSeat(seat);
  let key = "";

  function update() {
    const state = app.state;
    if (!app.hosted || !state) return;
    const now = JSON.stringify([state.me, state.names, state.open, state.offers, state.ended, state.ask_undo, app.side, app.presence, ending()]);
    if (now === key) return;
    key = now;
    people.replaceChildren(...Object.keys(state.seats).map(person), ...lookers());
    drawInvite();
    drawWishes();
    offers.hidden = app.side === null || ending() !== null;
    notices.hidden = app.side === null || ending() !== null;
  }

  /** @param {string} side */
  function person(side) {
    const state = app.state;
    const who = state?.seats[side] ?? "human";
    const free = state?.open.includes(side);
    const here = app.presence?.here[side] ?? false;
    const number = app.board?.sides.indexOf(side) ?? -1;
    const name = who !== "human" ? `the computer (${botName(who)})` : free ? "nobody yet" : (state?.names[side] ?? "somebody");
    const how = who !== "human" || free ? "" : state?.me.includes(side) ? "you" : here ? "here" : "not here now";
    return h("li", { class: `side${number}` },
      h("i", { class: here || who !== "human" ? "lamp on" : "lamp", "aria-hidden": "true" }),
      h("b", {}, capital(side)), h("span", { class: "name" }, name), h("small", {}, how));
  }

  function lookers() {
    const count = app.presence?.watching ?? 0;
    return count ? [h("li", { class: "note" }, `${count} watching`)] : [];
  }

  // Links ------------------------------------------------------------------------------------

  function drawInvite() {
    const state = app.state;
    if (!state || state.me.length === 0) {
      invite.replaceChildren();
      return;
    }
    invite.replaceChildren(
      ...state.open.map((side) => button(`Invite to the ${capital(side)} side`, () =>
        make(side, `Invitation to the ${capital(side)} side`, "It works once. Earlier links no longer work."), { class: "primary" })),
      button("Link for a spectator", () => make(null, "For spectators", "Anyone who has it can watch, and sees only what both sides see.")),
      ...state.me.map((side) => button(state.me.length > 1 ? `My ${capital(side)} seat elsewhere` : "My seat on another device", () =>
        make(side, `The seat of ${nameOf(side)}`, "For yourself only: anyone who opens it can play your side. It works once."))),
    );
  }

  /**
   * @param {string | null} side
   * @param {string} label
   * @param {string} note
   */
  async function make(side, label, note) {
    try {
      const reply = await postJson(`/api/tables/${app.table}/invite`, { side });
      link.replaceChildren(linkBox(label, reply.link, note));
      link.querySelector("input")?.focus();
    } catch (error) {
      complain(error);
    }
  }

  // Offers -----------------------------------------------------------------------------------

  function drawWishes() {
    const state = app.state;
    const other = Object.keys(state?.seats ?? {}).find((side) => side !== app.side) ?? "";
    const person = state?.seats[other] === "human" && !state.open.includes(other) && !state.me.includes(other);
    const theirs = state?.offers.draw && state.offers.draw.by !== app.side;
    wishes.replaceChildren(
      ...(person ? [
        button("Ask to take back", () => void askBack(), {
          disabled: !state.ask_undo || !!state.offers.undo,
          title: "The other player must agree; undo without consent is in the prompt at the bottom",
        }),
        theirs
          ? button("Accept the draw", () => void app.act("answer", { offer: "draw", yes: true, version: state.version }))
          : button("Offer a draw", () => void app.act("draw"), { disabled: !!state.offers.draw }),
      ] : []),
      button("Resign", askResign),
    );
  }

  function askResign() {
    const other = Object.keys(app.state?.seats ?? {}).find((side) => side !== app.side) ?? "";
    sure.replaceChildren(
      h("h2", { id: "sure-title" }, "Resign the game?"),
      h("p", {}, `The ${capital(other)} side wins at once. This cannot be undone.`),
      h("p", { class: "buttons" },
        button("Go on playing", () => sure.close(), { autofocus: true }),
        button("Resign", () => {
          sure.close();
          void app.act("resign");
        }, { class: "danger" })),
    );
    sure.showModal();
  }

  app.on("hosted", update);
  app.on("presence", update);
  app.on("state", update);
  app.on("notice", ({ text }) => app.flash(text));
}
