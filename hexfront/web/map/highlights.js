// @ts-check
/** What is highlighted on the map: layers of hexes, lines and arrows by name. "layer" tells which has changed. */

import { Signals } from "../lib/signals.js";

/** @typedef {import("../types.js").Layer} Layer */
/** @typedef {import("../types.js").HexMark} Mark */

export class Highlights extends Signals {
  /** Layers of highlighted hexes by name. @type {Map<string, Layer>} */
  layers = new Map();

  /**
   * Highlight hexes. With a Map each hex can have its own label and class.
   * @param {string} layer
   * @param {Iterable<string> | Map<string, Mark>} hexes
   * @param {string} className "act" "danger" "reach" "path" "zoc-own" "zoc-enemy" "focus" ...
   */
  showHexes(layer, hexes, className) {
    /** @type {Map<string, Mark>} */
    const marks = hexes instanceof Map ? hexes : new Map([...hexes].map((hex) => [hex, {}]));
    this.layers.set(layer, { ...this.layers.get(layer), hexes: marks, className });
    this.emit("layer", layer);
  }

  /**
   * Draw lines through the centers of hexes.
   * @param {string} layer
   * @param {string[][]} paths
   * @param {string} className
   */
  showPaths(layer, paths, className) {
    this.layers.set(layer, { ...this.layers.get(layer), paths, className });
    this.emit("layer", layer);
  }

  /**
   * Draw the ways that units went as arrows, and signs where something happened.
   * @param {string} layer
   * @param {import("../types.js").Arrow[]} arrows
   * @param {Layer["signs"]} [signs]
   */
  showArrows(layer, arrows, signs = []) {
    this.layers.set(layer, { className: layer, ...this.layers.get(layer), arrows, signs });
    this.emit("layer", layer);
  }

  /** @param {string} layer */
  clearLayer(layer) {
    if (this.layers.delete(layer)) this.emit("layer", layer);
  }
}
