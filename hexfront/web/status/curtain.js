// @ts-check
/** Hot-seat: the board is hidden until the other player sits down. */

import { app } from "../app.js";
import { byId, capital, h } from "../lib/dom.js";

export function mountCurtain() {
  app.on("mode", render);
  app.on("state", render);
}

function render() {
  const curtain = byId("curtain");
  const drawn = app.mode === "curtain";
  const side = app.deciding[0] ?? "";
  curtain.hidden = !drawn;
  if (!drawn) return;
  if (curtain.dataset.side === side && curtain.firstChild) return;
  curtain.dataset.side = side;
  const number = app.board?.sides.indexOf(side) ?? 0;
  const view = app.state?.view;
  const phase = view ? (app.board?.phase_names[view.phase] ?? "") : "";
  const button = h("button", {
      type: "button", class: "primary", onclick: async () => {
        curtain.dataset.side = "";
        curtain.replaceChildren();
        await app.sit(side);
        byId("map").focus();
      },
    }, `I am the ${capital(side)} player`);
  curtain.replaceChildren(
    h("div", { class: `card side${number}` },
      h("p", { class: "kicker" }, `Turn ${view?.turn ?? ""} · ${phase}`),
      h("h2", {}, `Hand over to the ${capital(side)} player`),
      h("p", {}, app.state?.secret
        ? "Both sides decide in secret. The board opens when the next player is seated."
        : "What lies under the stacks is for its owner only. The board opens when the next player is seated."),
      button),
  );
  button.focus();
}
