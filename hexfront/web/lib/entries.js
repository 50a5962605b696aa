// @ts-check
/**
 * The log as it is read: a move that went on is one line, and so are the hexes of one place that fall together,
 * and positions that are dug one after the other.
 */

/** @typedef {import("../types.js").Entry & {parts?: import("../types.js").Entry[]}} Entry */

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
    const start = `${entry.line.split(" in ")[0]} in `;
    const alike = last && last.what === "position" && entry.what === "position" && last.phase === entry.phase && last.turn === entry.turn
      && last.line.startsWith(start);
    if (last && together) {
      entries[entries.length - 1] = { ...last, hexes: [...last.hexes, ...entry.hexes.slice(1)], line: entry.line };
    } else if (alike) {
      const line = `${last.line.slice(0, -1)}, ${entry.line.slice(start.length)}`;
      entries[entries.length - 1] = { ...last, line, hexes: [...last.hexes, ...entry.hexes], parts: [...(last.parts ?? [last]), entry] };
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

/**
 * The log up to a choice, after an undo: of a line for several, those that are left.
 * @param {Entry[]} entries
 * @param {number} number
 * @param {(hex: string | undefined) => string | undefined} placeIn
 */
export function upTo(entries, number, placeIn) {
  /** @type {Entry[]} */
  const left = [];
  for (const entry of entries) {
    if (entry.parts?.some((one) => one.number >= number)) append(left, entry.parts.filter((one) => one.number < number), placeIn);
    else if (entry.number < number) left.push(entry);
  }
  return left;
}
