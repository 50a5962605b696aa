#!/usr/bin/env node
// A bot in another language: it walks towards the nearest hex that scores or the nearest enemy, and attacks
// whatever it can with all that may join. docs/protocol.md, "The bot side".
import { createInterface } from "node:readline";

let seed = 1;
const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;

/** Every choice of an offer, at most some: products are drawn from. */
function* choices(offer) {
  for (const item of offer) {
    if (Array.isArray(item)) yield item;
    else if (item.product) {
      for (let n = 0; n < 20; n++) yield [item.verb, ...item.product.map(draw)];
    } else {
      let left = item.split;
      const choice = [item.verb];
      for (const [name, most] of item.among) {
        const given = Math.min(most, left);
        if (given) choice.push(name, given);
        left -= given;
      }
      yield choice;
    }
  }
}

/** One value of an axis: a list, a span of numbers, or runs of hexes such as "0101-0134 0201". */
function draw(axis) {
  if (Array.isArray(axis)) return axis[Math.floor(random() * axis.length)];
  if (typeof axis === "object") return axis.from + Math.floor(random() * (axis.to - axis.from + 1));
  const [first, last] = axis.split(" ")[Math.floor(random() * axis.split(" ").length)].split("-");
  const span = last ? Number(last) - Number(first) + 1 : 1;
  return String(Number(first) + Math.floor(random() * span)).padStart(first.length, "0");
}

/** How far apart two hexes of a map with flat-topped hexes are, near enough. */
function distance(a, b) {
  const dx = Math.abs(Number(a.slice(0, 2)) - Number(b.slice(0, 2)));
  const dy = Math.abs(Number(a.slice(2)) - Number(b.slice(2)));
  return dx + Math.max(0, dy - dx / 2);
}

function choose({ view, offer }) {
  const all = [...choices(offer)];
  const enemies = view.units.filter((unit) => unit.side !== view.side).map((unit) => unit.hex);
  const far = (hex) => Math.min(99, ...enemies.map((other) => distance(hex, other)));
  const go = all.filter(([verb]) => verb === "go");
  if (go.length) {
    const here = view.planned?.hex;
    const best = go.reduce((a, b) => (far(b[1]) < far(a[1]) ? b : a));
    if (!here || far(best[1]) < far(here)) return best;
    return all.find(([verb]) => verb === "stop") ?? best;
  }
  for (const verb of ["join", "declare", "advance", "exit"]) {
    const found = all.find((choice) => choice[0] === verb);
    if (found) return found;
  }
  const onward = all.filter(([verb]) => !["take", "drop", "leave", "cancel"].includes(verb));
  const from = onward.length ? onward : all;
  return from[Math.floor(random() * from.length)];
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const asked = JSON.parse(line);
  if (asked.do === "begin") seed = (asked.seed % 2147483646) + 1;
  const reply = asked.do === "choose" ? { choice: choose(asked) } : { ok: true };
  process.stdout.write(JSON.stringify(reply) + "\n");
});
