// @ts-check
/** Layers of highlighted hexes, of lines through hexes and of labels on them. */

import { app } from "../app.js";
import { s } from "../lib/dom.js";
import { story } from "./arrows.js";
import { middle, outline } from "./geometry.js";

/** @type {{under: SVGGElement, lines: SVGGElement, labels: SVGGElement}} */
let groups;
/** @type {Map<string, SVGGElement[]>} */
const drawn = new Map();
let listening = false;

/** Lower layers come first; names that are not listed lie above them. */
const ORDER = ["no-go", "closed", "control", "zoc-own", "zoc-enemy", "threat", "supply-net", "supply", "reach", "probe", "target", "act"];

/**
 * @param {SVGGElement} under
 * @param {SVGGElement} lines
 * @param {SVGGElement} labels
 */
export function mountLayers(under, lines, labels) {
  groups = { under, lines, labels };
  drawn.clear();
  for (const name of app.layers.keys()) draw(name);
  if (!listening) app.on("layer", draw);
  listening = true;
}

/** @param {string} name */
function draw(name) {
  for (const group of drawn.get(name) ?? []) group.remove();
  drawn.delete(name);
  const layer = app.layers.get(name);
  if (!layer || !groups) return;
  const parts = [area(name, layer), line(layer), label(layer), story(layer, groups.lines, groups.labels)].flat();
  drawn.set(name, parts.filter((part) => part !== null));
}

/**
 * @param {string} name
 * @param {import("../types.js").Layer} layer
 */
function area(name, layer) {
  if (!layer.hexes?.size) return null;
  /** @type {Map<string, string>} */
  const paths = new Map();
  const single = layer.className === "hover" || layer.className === "cursor";
  for (const [hex, mark] of layer.hexes) {
    if (!app.board?.hexes[hex]) continue;
    const kind = mark.className ?? "";
    paths.set(kind, (paths.get(kind) ?? "") + outline(hex, single ? 0.97 : 0.93));
  }
  const group = s("g", { class: `layer ${layer.className}`, "data-layer": name });
  for (const [kind, d] of paths) group.append(s("path", { class: kind, d }));
  const place = ORDER.indexOf(name);
  const next = [...groups.under.children].find(
    (other) => ORDER.indexOf(other.getAttribute("data-layer") ?? "") > place && place >= 0,
  );
  groups.under.insertBefore(group, next ?? null);
  return group;
}

/** @param {import("../types.js").Layer} layer */
function line(layer) {
  if (!layer.paths?.length) return null;
  const group = s("g", { class: `line ${layer.className}` });
  for (const hexes of layer.paths) {
    if (hexes.length < 2) continue;
    const points = hexes.map((hex) => middle(hex).join(" "));
    group.append(s("path", { class: "casing", d: `M${points.join("L")}` }));
    group.append(s("path", { d: `M${points.join("L")}` }));
    const end = hexes[hexes.length - 1] ?? "";
    const [x, y] = middle(end);
    group.append(s("circle", { class: "end", cx: x, cy: y, r: 9 }));
  }
  groups.lines.append(group);
  return group;
}

/** @param {import("../types.js").Layer} layer */
function label(layer) {
  if (![...(layer.hexes?.values() ?? [])].some((mark) => mark.label)) return null;
  const group = s("g", { class: `label ${layer.className}` });
  for (const [hex, mark] of layer.hexes ?? []) {
    if (!mark.label) continue;
    const [x, y] = middle(hex);
    const tag = s("g", { class: mark.className ?? "", transform: `translate(${x} ${y})` });
    const [text, small] = mark.label.split("·");
    if (app.stack(hex).length) {
      const words = small ? `${text} · ${small}` : (text ?? "");
      const width = 14 + words.length * 8.5;
      tag.append(
        s("g", { transform: "translate(0 31)" }, // seen from afar it grows downwards, off the strength
          s("g", { class: "tag" },
            s("rect", { x: -width / 2, y: 0, width, height: 20, rx: 10 }),
            s("text", { y: 15, class: "pill" }, words))),
      );
    } else {
      tag.append(s("text", { y: small ? 6 : 10, class: "big" }, text ?? ""));
      if (small) tag.append(s("text", { y: 25, class: "small" }, small));
    }
    group.append(tag);
  }
  groups.labels.append(group);
  return group;
}
