// @ts-check
/** The help sheet: how to play with the mouse, and every key. */

import { app } from "../app.js";
import { button, h } from "./parts.js";
import { KEYS } from "./keys.js";

/** @param {HTMLElement} element */
export function mount(element) {
  const won = h("section", { hidden: true });
  const groups = [...new Set(KEYS.map((key) => key.group))];
  const sheet = h(
    "dialog",
    { class: "help", id: "help", "aria-labelledby": "help-title" },
    h("h2", { id: "help-title" }, "Keys and help"),
    won,
    h(
      "ul",
      { class: "help-hints" },
      h("li", {}, "The prompt at the bottom always says who is to do what. What you can use is highlighted."),
      h("li", {}, "Click a counter to pick it, then a highlighted hex to move there; click an enemy to attack it."),
      h("li", {}, "Click something that is not allowed, and the page says which rule forbids it."),
      h("li", {}, "Press Why? beside a move of the computer in the log to see its reasons."),
      h("li", {}, "Drag to move the map; wheel or pinch to zoom. Rest on a stack, or tap it, to fan it out."),
    ),
    h(
      "div",
      { class: "help-groups" },
      groups.map((group) =>
        h(
          "section",
          {},
          h("h3", {}, group),
          h(
            "dl",
            {},
            KEYS.filter((key) => key.group === group).map((key) =>
              h("div", { class: key.hosted ? "hosted-only" : null }, h("dt", {}, key.keys.map((name) => h("kbd", {}, name))), h("dd", {}, key.what)),
            ),
          ),
        ),
      ),
    ),
    h("p", { class: "buttons" }, button("Close", () => sheet.close(), { class: "primary", autofocus: true })),
  );
  sheet.addEventListener("click", (event) => {
    if (event.target === sheet) sheet.close(); // beside the sheet
  });
  sheet.addEventListener("keydown", (event) => {
    if (event.key === "?") sheet.close();
  });
  element.append(sheet);
  app.on("help", () => {
    const lines = app.board?.help ?? [];
    won.replaceChildren(h("h3", {}, app.board?.title ?? ""), h("ul", { class: "help-hints" }, lines.map((line) => h("li", {}, line))));
    won.hidden = lines.length === 0;
    if (!sheet.open) sheet.showModal();
    sheet.scrollTop = 0; // the focus is at its end
  });
}
