// @ts-check
/** Sliders for the numbers of a choice, each with the least and the most that the others leave it. */

import { app } from "../app.js";
import { h } from "../lib/dom.js";

/** @typedef {import("../types.js").Choice} Choice */

/**
 * A form for the numbers that a choice ends with.
 * @param {Choice | []} start
 * @param {(head: Choice) => number[]} following the numbers that may come next
 * @param {(choice: Choice) => unknown} done
 * @param {string} [act] what is done with them, before the numbers on the button
 */
export function numberForm(start, following, done, act = "") {
  const form = h("form", { class: "numbers" });
  /** @type {number[]} */
  let given = [];
  const names = app.decision?.numbers ?? [];

  function render() {
    /** @type {HTMLElement[]} */
    const rows = [];
    for (let i = 0; ; i++) {
      const open = following(/** @type {Choice} */ ([...start, ...given.slice(0, i)]));
      if (!open.length) break;
      const [least = 0, most = 0] = [Math.min(...open), Math.max(...open)];
      const wanted = given[i] ?? Math.ceil((least + most) / 2);
      given[i] = Math.min(most, Math.max(least, wanted));
      rows.push(slider(names[i] ?? "points", least, most, given[i] ?? 0, (value) => {
        given[i] = value;
        render();
      }));
      given.length = Math.max(given.length, i + 1);
      if (i > 8) break;
    }
    const used = given.slice(0, rows.length);
    const words = used.map((value, i) => `${value} ${names[i] ?? "points"}`).join(", ");
    const focused = form.contains(document.activeElement) ? document.activeElement?.getAttribute("aria-label") : null;
    form.replaceChildren(...rows, h("button", { class: "primary" }, `${act} ${words}`.trim()));
    if (focused) /** @type {HTMLElement | null} */ (form.querySelector(`[aria-label="${focused}"]`))?.focus();
    form.onsubmit = (event) => {
      event.preventDefault();
      void done(/** @type {Choice} */ ([...start, ...used]));
    };
  }
  render();
  return form;
}

/**
 * A number from a range.
 * @param {string} name
 * @param {number} least
 * @param {number} most
 * @param {number} value
 * @param {(value: number) => void} changed at each step; where `whose` is said, when it is let go
 * @param {string} [whose]
 */
export function slider(name, least, most, value, changed, whose) {
  const shown = h("output", {}, value);
  const input = h("input", {
    type: "range", min: least, max: most, step: 1, value, "aria-label": whose ? `${whose}: ${name}` : name, disabled: least === most,
    oninput: () => (whose ? (shown.textContent = input.value) : changed(Number(input.value))),
    onchange: () => whose && changed(Number(input.value)),
  });
  return h("label", { class: "slider" }, h("span", {}, name), input, shown, h("small", {}, `of ${most}`));
}
