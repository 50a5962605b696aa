// @ts-check
/** The corner of the map: the hex under the pointer, and what moving there would cost. */

import { app } from "../app.js";
import { byId, capital } from "../lib/dom.js";
import { describe } from "./geometry.js";

export function mountInfo() {
  app.on("hover", () => tell(""));
  app.on("state", () => tell(""));
  app.on("info", tell);
  app.on("foresight", (/** @type {string} */ words) => {
    foreseen = words;
    tell(said);
  });
}

/** What was said of the hex, and what would come of acting there. */
let said = "";
let foreseen = "";

/** @param {string} more */
function tell(more) {
  said = more;
  const hex = app.hovered;
  const line = byId("info");
  line.hidden = !hex || app.mode === "lobby";
  if (!hex) return;
  const control = app.view?.hexes[hex]?.control;
  const rivers = (app.board?.rivers ?? []).filter((side) => side[0] === hex || side[1] === hex);
  const names = [...new Set(rivers.map((side) => side[2]))];
  const parts = [describe(hex)];
  const roads = new Set((app.board?.roads ?? []).filter((side) => side[0] === hex || side[1] === hex).map((side) => side[2]));
  if (roads.size) parts.push([...roads].join(", "));
  if (names.length) parts.push(`${names.length > 1 ? "rivers" : "river"} ${names.join(", ")}`);
  if (control) parts.push(`${capital(control)} control`);
  if (more) parts.push(more);
  if (foreseen) parts.push(foreseen);
  line.textContent = parts.join(" · ");
}
