// @ts-check
/** What this browser remembers of a hosted server: the player's name, and the games he knows. */

const NAME = "hexfront.name";
const GAMES = "hexfront.games";
const MOST = 100; // the server lists no more at once

/** A game, and the sides played in it from this browser; none: looked on at. */
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
