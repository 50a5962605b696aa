// @ts-check
/**
 * The printed map under the counters.
 *
 * The picture has thousands of strokes, too many to be drawn in every frame. It is painted once into a
 * canvas, which the browser then moves and scales as a whole, with a half-sized one for the view from
 * afar; where one looks closer than that, the part in sight is painted again, sharp, when the map rests.
 */

import { h } from "../lib/dom.js";

const WHOLE = 1; // pixels a unit of the picture in the canvas
const FAR = 0.55; // below this scale the half-sized one is shown
const SHARP = 1.15; // above this scale the part in sight is painted again

/** @type {HTMLImageElement} */
let picture;
/** @type {HTMLCanvasElement} */
let near;
/** @type {HTMLCanvasElement} */
let far;
/** @type {HTMLCanvasElement} */
let sharp;
let ready = false;
/** The scale that was last asked for. */
let shown = 0;

/**
 * The layers of the map for a picture.
 * @param {string} source
 * @param {number} width
 * @param {number} height
 */
export function paper(source, width, height) {
  ready = false;
  near = canvas(width * WHOLE, height * WHOLE);
  far = canvas((width * WHOLE) / 2, (height * WHOLE) / 2);
  for (const layer of [near, far]) {
    layer.style.width = `${width}px`;
    layer.style.height = `${height}px`;
  }
  sharp = canvas(1, 1);
  sharp.hidden = true;
  picture = new Image(width, height);
  picture.src = source;
  picture.decode().then(paint, () => {});
  return h("div", { class: "paper", "aria-hidden": "true" }, near, far, sharp);
}

/**
 * @param {number} width
 * @param {number} height
 */
function canvas(width, height) {
  return h("canvas", { width: Math.round(width), height: Math.round(height) });
}

/** Paint the small one first: that is what is seen when a game is opened. */
function paint() {
  far.getContext("2d")?.drawImage(picture, 0, 0, far.width, far.height);
  performance.mark("map");
  const later = window.requestIdleCallback ?? ((/** @type {() => void} */ work) => setTimeout(work, 300));
  later(paintWhole, { timeout: 1500 });
}

function paintWhole() {
  near.getContext("2d")?.drawImage(picture, 0, 0, near.width, near.height);
  ready = true;
  showPaper(shown);
}

/**
 * Show the layer that suits a scale.
 * @param {number} scale
 */
export function showPaper(scale) {
  shown = scale;
  const small = !ready || scale * devicePixelRatio < FAR;
  far.hidden = !small;
  near.hidden = small;
  if (scale * devicePixelRatio < SHARP) sharp.hidden = true;
}

/**
 * Paint the part in sight again, sharp; called when the map rests.
 * @param {number} scale
 * @param {number} left of the window, in units of the picture from its corner
 * @param {number} top
 * @param {number} width
 * @param {number} height
 */
export function sharpen(scale, left, top, width, height) {
  const pixels = scale * devicePixelRatio;
  if (!ready || pixels < SHARP) return;
  const brush = sharp.getContext("2d");
  if (!brush) return;
  sharp.width = Math.round(width * pixels);
  sharp.height = Math.round(height * pixels);
  sharp.style.left = `${left}px`;
  sharp.style.top = `${top}px`;
  sharp.style.width = `${width}px`;
  sharp.style.height = `${height}px`;
  brush.setTransform(pixels, 0, 0, pixels, -left * pixels, -top * pixels);
  brush.drawImage(picture, 0, 0, near.width / WHOLE, near.height / WHOLE);
  sharp.hidden = false;
}
