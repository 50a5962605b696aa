// @ts-check
/** An invitation: who invites to what, and a field for the player's name. */

import { capital, h } from "../lib/dom.js";
import { postJson } from "../lib/http.js";
import { holder } from "../status/seat.js";
import { myName, mySides, remember, setMyName } from "./mine.js";
import { backdrop, nameField, sorry } from "./parts.js";

/** @typedef {import("../types.js").Invitation} Invitation */

/** @param {HTMLElement} place */
export async function showInvitation(place) {
  const token = location.hash.slice(1);
  /** @type {Invitation} */
  let invitation;
  try {
    if (!token) throw new Error("The invitation link is incomplete. Copy all of it.");
    invitation = await postJson("/api/invitation", { token });
  } catch (error) {
    place.replaceChildren(sorry(error));
    return;
  }
  const { id, title, role, side, over } = invitation;
  const own = side !== null && invitation.names[side];
  const status = h("p", { role: "alert", class: "error" });
  const watching = role === "watch";
  const form = h("form", {
      class: "card begin invitation", onsubmit: async (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        status.textContent = "";
        const name = String(new FormData(form).get("name") ?? own ?? "").trim() || myName() || "Spectator";
        try {
          await postJson("/api/join", { token, name, alone: event.submitter?.getAttribute("name") === "alone" });
          if (!watching && !own) setMyName(name);
          if (side) remember(id, [...new Set([...mySides(id), side])].sort());
          location.replace(`/game/${id}`);
        } catch (error) {
          status.textContent = error instanceof Error ? error.message : String(error);
        }
      },
    },
    h("p", { class: "kicker" }, role === "device" ? "Another device" : "An invitation"),
    h("h1", {}, title),
    h("p", { class: "who" }, words(invitation)),
    over ? h("p", {}, "The game is over; you can look at all of it.") : "",
    side !== null && !own && mySides(id).length > 0
      ? h("p", { class: "warn" }, `You play the ${mySides(id).map(capital).join(" and ")} side of this game yourself. This link is for the other player: send it on, do not open it.`)
      : "",
    role === "device" ? heldBy(invitation) : "",
    watching || own ? "" : nameField(),
    h("button", { type: "submit", class: "primary big" }, watching ? "Watch" : own ? "Open the seat here" : `Play the ${capital(side ?? "")} side`),
    role === "device" ? h("button", { type: "submit", name: "alone", class: "big" }, "Open it here and throw the others out") : "",
    role === "device" ? h("p", { class: "note" }, "Thrown out, the others get no more notices either; set yours again on the board.") : "",
    status);
  place.replaceChildren(form, backdrop(invitation.game));
  /** @type {HTMLElement | null} */ (form.querySelector("input, button"))?.focus();
}

/** @param {Invitation} invitation */
function words({ role, side, from, names }) {
  if (role === "watch") {
    const players = Object.values(names).filter(Boolean).join(" and ");
    return players ? `You are invited to watch ${players} play.` : "You are invited to watch.";
  }
  if (role === "device") return `This is a second key to the seat of ${names[side ?? ""] ?? "somebody"}, the ${capital(side ?? "")} side.`;
  if (side !== null && names[side]) return `This gives the seat of ${names[side]}, the ${capital(side)} side, to this browser alone.`;
  return `${from ?? "Somebody"} invites you to play the ${capital(side ?? "")} side.`;
}

/** Who holds the seat already: a link from another hand is called what it is. @param {Invitation} invitation */
function heldBy({ holders }) {
  const devices = holders.filter((one) => one.kind === "device").length;
  return h("div", { class: "warn held" },
    h("p", {}, `${devices === 1 ? "One browser holds" : `${devices} browsers hold`} this seat already. If you did not make this link yourself, it is not an invitation: whoever sent it sees what you see and can play for you, until you throw them out.`),
    h("ul", {}, ...holders.map(holder)));
}
