// @ts-check
/** What this browser remembers: the player's name, the games they know, the seals of their dice. */

const NAME = "hexfront.name";
const GAMES = "hexfront.games";
const MOST = 100; // the server lists no more at once
const SEALS = "hexfront.seals";
const MOST_SEALS = 500;

/** A game, and the sides played in it from this browser; none: watched. */
/** @typedef {{id: string, sides: string[]}} Known */

export function myName() {
  return localStorage.getItem(NAME) ?? "";
}

/** @param {string} name */
export function setMyName(name) {
  localStorage.setItem(NAME, name);
}

/** The games, the newest first. @returns {Known[]} */
export function myGames() {
  try {
    const kept = JSON.parse(localStorage.getItem(GAMES) ?? "[]");
    return Array.isArray(kept)
      ? kept.filter((one) => typeof one?.id === "string" && Array.isArray(one.sides))
      : [];
  } catch {
    return [];
  }
}

/** @param {Known[]} games */
function keep(games) {
  localStorage.setItem(GAMES, JSON.stringify(games.slice(0, MOST)));
}

/**
 * Remember a game and the sides held in it.
 * @param {string} id
 * @param {string[]} sides
 */
export function remember(id, sides) {
  const games = myGames();
  const known = games.find((one) => one.id === id);
  if (known && String(known.sides) === String(sides)) return;
  keep([{ id, sides }, ...games.filter((one) => one.id !== id)]);
}

/** @param {string} id */
export function forget(id) {
  keep(myGames().filter((one) => one.id !== id));
}

/** @param {string} id */
export function mySides(id) {
  return myGames().find((one) => one.id === id)?.sides ?? [];
}

/** The seal each game had when it was first seen, the oldest first. @returns {[string, string][]} */
function seals() {
  try {
    const kept = JSON.parse(localStorage.getItem(SEALS) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => Array.isArray(one) && one.length === 2) : [];
  } catch {
    return [];
  }
}

/** The seal that a game had when it was first seen here. @param {string} id */
export function firstSeal(id) {
  return seals().find(([game]) => game === id)?.[1] ?? null;
}

/** The game in which a seal was first seen here. @param {string} seal */
export function gameOfSeal(seal) {
  return seals().find(([, first]) => first === seal)?.[0] ?? null;
}

/**
 * Remember the seal of a game if none was seen before. Also of a game that is forgotten: its record may come.
 * @param {string} id
 * @param {string} seal
 */
export function rememberSeal(id, seal) {
  if (firstSeal(id) !== null) return;
  localStorage.setItem(SEALS, JSON.stringify([...seals(), [id, seal]].slice(-MOST_SEALS)));
}
