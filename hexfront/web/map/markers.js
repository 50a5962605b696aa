// @ts-check
/** Markers: pieces that are no units. Which there are, and where a view says they lie, comes from the game. */

import { app } from "../app.js";
import { sideNumber } from "./counters.js";
import { s } from "../lib/dom.js";
import { AIRCRAFT, ANCHOR, PARACHUTE } from "./signs.js";

/** @typedef {{name: string, hex: string, unit: string | null, used: boolean}} Lying */

/** The markers on the map; one that lies on a unit lies in its hex. @returns {Lying[]} */
export function lying() {
  return Object.entries(app.board?.markers ?? {}).flatMap(([name, marker]) => {
    const at = app.value(marker.from);
    if (typeof at !== "string") return [];
    const unit = app.unit(at);
    const hex = unit ? unit.hex : at;
    const used = !!marker.used && !!app.value(marker.used)?.includes?.(name);
    return hex ? [{ name, hex, unit: unit ? unit.id : null, used }] : [];
  });
}

const SHAPES = /** @type {Record<string, string>} */ ({ air: AIRCRAFT, naval: ANCHOR, aerial: PARACHUTE });

/**
 * A marker: a lozenge with its text, or a roundel with its sign.
 * @param {string} name
 * @param {boolean} [used]
 */
export function markerPiece(name, used = false) {
  const marker = app.board?.markers[name];
  const text = marker?.text ?? name;
  const sign = SHAPES[marker?.shape ?? ""];
  const size = Math.min(11, 24 / Math.max(1, text.length * 0.56));
  const piece = sign
    ? s("g", { class: "roundel-piece" },
        s("circle", { class: "lift", cx: 1.5, cy: 2, r: 17 }),
        s("circle", { class: "roundel", r: 16 }),
        s("path", { class: "sign", d: sign }))
    : s("g", { class: "lozenge-piece" },
        s("path", { class: "lift", d: "M1-16 20 2 1 21-17 2Z" }),
        s("path", { class: "lozenge", d: "M0-17 17 0 0 17-17 0Z" }),
        s("text", { y: size * 0.36, "font-size": size }, text));
  piece.append(s("title", {}, marker?.title ?? name));
  return s("g", { class: `marker side${sideNumber(marker?.side ?? "")}${used ? " used" : ""}` }, piece);
}

/**
 * A marker on its own little picture.
 * @param {string} name
 */
export function markerIcon(name) {
  const picture = s("svg", { class: "counter-icon", viewBox: "-20 -20 42 42", width: 46, height: 46 });
  picture.append(markerPiece(name));
  return picture;
}
