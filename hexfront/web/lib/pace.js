// @ts-check
/** How fast the computer plays on the board: kept in the browser. */

/** For how many seconds each step of the computer is shown. */
export const PACES = [
  { value: "1", text: "slow" },
  { value: "0.35", text: "steady" },
  { value: "0.1", text: "fast" },
  { value: "0", text: "at once" },
];
const USUAL_PACE = 0.1;
const KEY = "hexfront.pace";

/** Seconds for which each step of a bot is shown. */
export function keptPace() {
  const kept = Number(localStorage.getItem(KEY) ?? USUAL_PACE);
  return PACES.some(({ value }) => Number(value) === kept) ? kept : USUAL_PACE;
}

/** @param {number} seconds */
export function keepPace(seconds) {
  localStorage.setItem(KEY, String(seconds));
}
