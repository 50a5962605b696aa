// @ts-check
/** Little pictures, as paths round (0, 0) or in a square of 22. */

export const AIRCRAFT =
  "M0-12.5C1.3-12.5 1.6-10 1.6-7.6L12-4.2V-1.6L1.6-2.8 1 1.4 4 3.2V4.8L0 4 -4 4.8V3.2L-1 1.4-1.6-2.8-12-1.6V-4.2L-1.6-7.6C-1.6-10-1.3-12.5 0-12.5Z";
export const ANCHOR =
  "M0-12A3 3 0 0 1 1.4-6.3V-4H5V-1.6H1.4V7.2C4.6 6.6 6.8 4.6 7.4 1.8L5.4 3 4.6.6 9.4-2.4 11.6 2.6 9.4 3.2C8.2 7.6 4.4 10.4 0 10.4S-8.2 7.6-9.4 3.2L-11.6 2.6-9.4-2.4-4.6.6-5.4 3-7.4 1.8C-6.8 4.6-4.6 6.6-1.4 7.2V-1.6H-5V-4H-1.4V-6.3A3 3 0 0 1 0-12Z";
export const PARACHUTE =
  "M-11-3A11 9.6 0 0 1 11-3L7.4-4.6 3.7-3 0-4.6-3.7-3-7.4-4.6ZM-10-2.2-2.4 5H2.4L10-2.2 3.6 5.6V11H-3.6V5.6Z";

/** Signs for the facts at the head of the page, by their name or by the value they stand for. */
export const SIGNS = /** @type {Record<string, {box: string, d: string, filled?: boolean}>} */ ({
  storm: { box: "0 0 22 22", d: "M6 13a4 4 0 0 1 .6-8A5 5 0 0 1 16 6.4 3.4 3.4 0 0 1 15.6 13ZM8 15l-1.4 4M12 15l-1.4 4M16 15l-1.4 4" },
  thaw: { box: "0 0 22 22", d: "M11 2C14 7 17 10 17 13.6A6 6 0 0 1 5 13.6C5 10 8 7 11 2Z" },
  frost: { box: "0 0 22 22", d: "M11 2V20M3.2 6.5 18.8 15.5M18.8 6.5 3.2 15.5M8.6 3.6 11 6 13.4 3.6M8.6 18.4 11 16 13.4 18.4" },
  plane: { box: "-15 -15 30 22", d: AIRCRAFT, filled: true },
  anchor: { box: "-14 -14 28 26", d: ANCHOR, filled: true },
  parachute: { box: "-14 -14 28 26", d: PARACHUTE, filled: true },
});

/**
 * What is printed on an aircraft, in words.
 * @param {{strength: number, maneuver: number, load: number}} plane
 */
export function planeFacts({ strength, maneuver, load }) {
  return `strength ${strength}, maneuver ${maneuver}${load ? `, load ${load}` : ""}`;
}
