// @ts-check
/** The log as it is read: a move that went on is one line, and so are the hexes of one place that fall together. */

/** @typedef {import("../types.js").Entry} Entry */

/**
 * Append to the log.
 * @param {Entry[]} entries
 * @param {Entry[]} more
 * @param {(hex: string | undefined) => string | undefined} placeIn the name of the place in a hex
 */
export function append(entries, more, placeIn) {
  for (const entry of more) {
    const last = entries[entries.length - 1];
    const together =
      last && last.what === "move" && entry.what === "move" &&
      String(last.units) === String(entry.units) &&
      last.hexes[last.hexes.length - 1] === entry.hexes[0];
    const fallen = entry.what === "control" ? fell(entries, entry, placeIn) : -1;
    const before = entries[fallen];
    if (last && together) {
      entries[entries.length - 1] = { ...last, hexes: [...last.hexes, ...entry.hexes.slice(1)], line: entry.line };
    } else if (before) {
      entries[fallen] = { ...before, hexes: [...before.hexes, ...entry.hexes] };
    } else {
      entries.push(entry);
    }
  }
}

/**
 * The entry that told in the same phase that another hex of the same place fell; -1 if there is none.
 * @param {Entry[]} entries
 * @param {Entry} entry
 * @param {(hex: string | undefined) => string | undefined} placeIn
 */
function fell(entries, entry, placeIn) {
  const name = (/** @type {Entry} */ one) => placeIn(one.hexes[0]);
  const when = (/** @type {Entry} */ one) => `${one.what} ${one.side} ${one.turn} ${one.phase} ${one.impulse} ${name(one)}`;
  return name(entry) ? entries.findLastIndex((one) => when(one) === when(entry)) : -1;
}
