// @ts-check
/** What may be chosen, as the server sends it: choices, and objects that stand for many (docs/protocol.md). */

/** @typedef {import("../types.js").Choice} Choice */
/** @typedef {import("../types.js").OfferItem} OfferItem */
/** @typedef {import("../types.js").Axis} Axis */

/**
 * The values of an argument: a list, numbers from one to another, or runs of hexes ("0101-0134 0201").
 * @param {Axis} axis
 * @returns {(string | number)[]}
 */
export function values(axis) {
  if (Array.isArray(axis)) return axis;
  if (typeof axis !== "string") return Array.from({ length: axis.to - axis.from + 1 }, (_, i) => axis.from + i);
  return axis.split(" ").flatMap((run) => {
    const [first, last = first] = run.split("-");
    const count = Number(last) - Number(first) + 1;
    return Array.from({ length: count }, (_, i) => String(Number(first) + i).padStart(first.length, "0"));
  });
}

/**
 * The choices with a verb, and an argument if given, one by one; points to be split are not listed.
 * @param {OfferItem[]} offer
 * @param {string} [verb] any, if left out
 * @param {string | number} [argument]
 * @returns {Generator<Choice>}
 */
export function* listed(offer, verb, argument) {
  const meant = (/** @type {string | number} */ value) => argument === undefined || value === argument;
  for (const item of offer) {
    if (Array.isArray(item)) {
      if ((verb === undefined || item[0] === verb) && meant(item[1])) yield item;
    } else if ("product" in item && (verb === undefined || item.verb === verb)) {
      const [first, ...rest] = item.product.map(values);
      yield* combined([item.verb], [first.filter(meant), ...rest]);
    }
  }
}

/**
 * @param {Choice} head
 * @param {(string | number)[][]} axes
 * @returns {Generator<Choice>}
 */
function* combined(head, [axis, ...rest]) {
  if (!axis) yield head;
  else for (const value of axis) yield* combined([...head, value], rest);
}

/**
 * The hexes open to each piece, from what the verb "place" offers.
 * @param {OfferItem[]} offer
 * @returns {Map<string, Set<string>>}
 */
export function places(offer) {
  /** @type {Map<string, Set<string>>} */
  const open = new Map();
  const add = (/** @type {string} */ piece, /** @type {Set<string>} */ hexes) =>
    open.set(piece, open.has(piece) ? new Set([...(open.get(piece) ?? []), ...hexes]) : hexes);
  for (const item of offer) {
    if (Array.isArray(item)) {
      if (item[0] === "place") add(String(item[1]), new Set([String(item[2])]));
    } else if ("product" in item && item.verb === "place") {
      const hexes = new Set(values(item.product[1]).map(String));
      for (const piece of values(item.product[0])) add(String(piece), hexes);
    }
  }
  return open;
}

/**
 * Every unit, hex, number ... that some choice is about.
 * @param {OfferItem[]} offer
 */
export function subjects(offer) {
  return offer.flatMap((item) => {
    if (Array.isArray(item)) return item.slice(1);
    return "product" in item ? item.product.flatMap(values) : item.among.map(([name]) => name);
  });
}
