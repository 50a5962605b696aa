// @ts-check
/** What the prompt of a decision is about: its hexes and its sector, lit on the map. */

import { app } from "../app.js";
import { hideSectors, showSectors } from "../map/sectors.js";

/** What the prompt is about: its hexes, and the sector that it names. */
export function subject() {
  const said = app.view?.decision?.prompt ?? "";
  const hexes = (said.match(/\b\d{4}\b/g) ?? []).filter((hex) => app.board?.hexes[hex]);
  return { hexes, sector: /\bsector (\d+)/.exec(said)?.[1] ?? null };
}

/** Light what the prompt is about, and bring it into sight; the aircraft stand in their sectors. @param {Set<string>} held */
export function showSubject(held) {
  const { hexes, sector } = subject();
  showSectors([], Object.fromEntries(Object.entries(app.value("sectors") ?? {})), sector, held);
  app.showHexes("target", hexes, "target");
  const inside = app.board?.sectors?.[sector ?? ""] ?? [];
  const at = hexes[0] ?? inside[Math.floor(inside.length / 2)];
  if (at) app.centre(at);
}

export function hideSubject() {
  hideSectors();
  app.clearLayer("target");
}
