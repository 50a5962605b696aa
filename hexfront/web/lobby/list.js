// @ts-check
/** "My games" behind one secret link: made, opened on another device, made anew, given up. */

import { h } from "../lib/dom.js";
import { fetchJson, postJson } from "../lib/http.js";
import { linkBox, newListLink } from "./links.js";
import { mySides, remember } from "./mine.js";
import { sorry } from "./parts.js";

/** @typedef {import("../types.js").MyGames} MyGames */

/** The games on this browser's list; none where it has no list. @returns {Promise<MyGames>} */
export async function listedGames() {
  return fetchJson("/api/mine");
}

/** Ask whether to open the list that a link leads to, open it, then show the lobby. @param {HTMLElement} place */
export async function openList(place) {
  const token = location.hash.slice(1);
  const open = async () => {
    try {
      await postJson("/api/mine/open", { token, instead: true });
      location.replace("/");
    } catch (error) {
      place.replaceChildren(sorry(error));
    }
  };
  let own = 0;
  try {
    own = (await listedGames()).seats.length;
  } catch (error) {
    place.replaceChildren(sorry(error));
    return;
  }
  place.replaceChildren(h("section", { class: "card" },
    h("h1", {}, "Open this list of games here?"),
    h("p", {}, "Open it only if you made the link yourself: whoever has it can play every seat on the list, and every seat that you take in this browser from now on."),
    own ? h("p", {}, `This browser has a list of its own (${own} ${own === 1 ? "game" : "games"}), which it gives up for this one. Keep that list's link.`) : null,
    h("p", { class: "buttons" },
      h("button", { type: "button", onclick: () => void open() }, "Open the list"),
      h("a", { class: "button", href: "/" }, "Not mine"))));
}

/**
 * Take a seat of the list on this device.
 * @param {string} id
 * @param {string} side
 */
export async function takeSeat(id, side) {
  await hold(id, side, false);
  location.assign(`/game/${id}`);
}

/**
 * Take a seat of the list on this device and throw all others out of it: they know the list's link, so it is made anew.
 * @param {string} id
 * @param {string} side
 */
export async function takeSeatAlone(id, side) {
  const { link } = await hold(id, side, true);
  const board = h("a", { class: "button", href: `/game/${id}` }, "To the board");
  return h("div", { class: "thrown-out" }, newListLink(link), h("p", {}, board));
}

/**
 * @param {string} id
 * @param {string} side
 * @param {boolean} alone
 */
async function hold(id, side, alone) {
  const taken = await postJson("/api/mine/seat", { id, side, alone });
  remember(id, [...new Set([...mySides(id), side])].sort());
  return taken;
}

/**
 * The link to keep: made from the games of this browser, or made anew.
 * @param {{id: string, sides: string[]}[]} here the seats of this browser
 */
export function keepList(here) {
  const said = h("div", { "aria-live": "polite" });
  const make = async () => {
    try {
      const { link } = await postJson("/api/mine/link", {});
      for (const { id, sides } of here) {
        for (const side of sides) await postJson(`/api/tables/${id}/list`, { side }).catch(() => {}); // a seat given up since
      }
      said.replaceChildren(linkBox("The link to all your games", link,
        "Keep it like a password: whoever has it can play your seats. An earlier link no longer works."));
      said.querySelector("input")?.focus();
    } catch (error) {
      said.replaceChildren(sorry(error));
    }
  };
  return h("details", { class: "keep-list" },
    h("summary", {}, "Keep your games: a link for your other devices"),
    h("p", { class: "note" }, "One secret link opens all your seats on another device, and gives them back when this one is lost. Make it anew, and every earlier link stops working."),
    h("p", { class: "buttons" }, h("button", { type: "button", onclick: () => void make() }, "Make the link")),
    said);
}

/** Confirm an e-mail address. @param {HTMLElement} place */
export async function confirmAddress(place) {
  try {
    const { to } = await postJson("/api/confirm", { token: location.hash.slice(1) });
    place.replaceChildren(h("section", { class: "card" },
      h("h1", {}, "The address is confirmed"),
      h("p", {}, `${to} is told when it is your move.`),
      h("p", {}, h("a", { class: "button", href: "/" }, "To the lobby"))));
  } catch (error) {
    place.replaceChildren(sorry(error));
  }
}
