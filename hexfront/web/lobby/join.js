// @ts-check
/** An invitation: who invites to what, and a field for the player's name. */

import { postJson } from "../app.js";
import { capital, h } from "../lib/dom.js";
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
          await postJson("/api/join", { token, name });
          if (!watching && !own) setMyName(name);
          if (side) remember(id, [...new Set([...mySides(id), side])].sort());
          location.replace(`/game/${id}`);
        } catch (error) {
          status.textContent = error instanceof Error ? error.message : String(error);
        }
      },
    },
    h("p", { class: "kicker" }, "An invitation"),
    h("h1", {}, title),
    h("p", { class: "who" }, words(invitation)),
    over ? h("p", {}, "The game is over; you can look at all of it.") : "",
    side !== null && !own && mySides(id).length > 0
      ? h("p", { class: "warn" }, `You play the ${mySides(id).map(capital).join(" and ")} side of this game yourself. This link is for the other player: send it on, do not open it.`)
      : "",
    watching || own ? "" : nameField(),
    h("button", { type: "submit", class: "primary big" }, watching ? "Watch" : own ? "Open the seat here" : `Play the ${capital(side ?? "")} side`),
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
  if (side !== null && names[side]) return `This opens the seat of ${names[side]}, the ${capital(side)} side, in this browser too.`;
  return `${from ?? "Somebody"} invites you to play the ${capital(side ?? "")} side.`;
}
