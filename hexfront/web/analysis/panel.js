// @ts-check
/** The panel of the analysis board: who is ahead, arranging, variations, the computer, dice, notes, saving. */

import { app } from "../app.js";
import { h } from "../lib/dom.js";
import { postJson } from "../lib/http.js";
import { button, capital, complain, field } from "../panels/parts.js";
import { mountArrange } from "./arrange.js";
import { board, open } from "./board.js";
import { mountNotes } from "./notes.js";
import { Study } from "./study.js";

/** @param {HTMLElement} element */
export function mount(element) {
  element.classList.add("panel", "analysis");
  const ahead = h("div", { class: "ahead" });
  const tree = h("div", { class: "variations" });
  const arrange = h("section", {});
  const computer = h("section", {});
  const notes = h("section", {});
  const link = h("p", { class: "note", role: "status" });
  const file = h("input", { type: "file", accept: ".json,application/json", hidden: true, "aria-label": "An analysis board", onchange: () => void load() });
  element.append(
    ahead,
    h("section", {}, h("h3", {}, "Variations"), tree, h("p", { class: "buttons" },
      button("New variation", () => branch(), { title: "Go on from here in another way; this one stays as it is" }),
      button("Rename", rename), button("Delete", drop))),
    arrange, computer, notes,
    h("section", {}, h("h3", {}, "Save and share"), h("p", { class: "buttons" },
      button("Save as a file", save), button("Open a file", () => file.click()), button("Make a link", () => void share()), file), link,
      h("p", { class: "buttons" }, h("a", { class: "button", href: "/" }, "Back to the lobby"))),
  );
  const showArrange = mountArrange(arrange);
  const showNotes = mountNotes(notes);

  function show() {
    if (!board?.last || !app.board) return;
    showAhead();
    showTree();
    showComputer();
    showArrange();
    showNotes();
  }

  function showAhead() {
    const { by, side, points, draw, chance, games, within } = board?.last.value ?? {};
    if (!board?.study.doc.bots || !by) {
      ahead.replaceChildren(h("p", { class: "note" }, board?.study.doc.bots
        ? "No estimate here: there is none during a set-up, in a game whose positions the computer cannot judge, or with units unknown to it."
        : "From a running game between people: no bots and no estimate here."));
      return;
    }
    const first = side === app.board?.sides[0];
    const middle = draw ? (draw[0] + draw[1]) / 2 : 8; // the bar's middle is a draw; without totals only its length means something
    const known = typeof chance === "number";
    const lead = known ? 2 * chance - 1 : Math.min(1, Math.max(-1, draw ? (points - middle) / middle : points / middle));
    const bar = h("span", { class: "ahead-bar" });
    bar.style.width = `${(50 + (first ? 50 : -50) * lead).toFixed(1)}%`;
    const words = draw ? `${points} points for the ${capital(side)} side` : points < 0.05 ? "Even" : `${capital(side)} ahead by ${points} points`;
    const odds = known ? `, ${Math.round(100 * chance)}% to win` : "";
    /** @type {Record<string, string>} */
    const sources = {
      games: "Points at the end and the chance to win (the bar), as learned from games of the computer against itself.",
      course: `From the points so far and the turn alone, by ${games} games of the computer against itself: half of them ended within ${within} points of this. `
        + "Points count from where the winner changes; the bar is the chance to win. It looks at no unit, so a strong move shows only once it brings points.",
    };
    ahead.replaceChildren(
      h("p", { class: "ahead-words" }, h("b", {}, words + odds)),
      h("div", { class: "ahead-meter", role: "img", "aria-label": words + odds }, bar),
      h("p", { class: "note" }, draw ? `At the end ${draw[0]} to ${draw[1]} are a draw, the middle of the bar. ` : "",
        sources[by] ?? `An estimate by the judgement the ${by} plays by: it counts what is there, does not search, and misses what it does not look for.`));
  }

  function showTree() {
    const { variations, current } = board?.study.doc ?? { variations: [], current: 0 };
    /** @param {number | null} parent @returns {HTMLElement | null} */
    const branches = (parent) => {
      const here = variations.filter((one) => one.parent === parent || (parent === null && !variations.some((other) => other.id === one.parent)));
      if (here.length === 0) return null;
      return h("ul", {}, here.map((one) => h("li", {},
        h("button", { type: "button", class: "variation", "aria-current": one.id === current ? "true" : null, onclick: () => go(one.id) },
          h("span", { class: "variation-name" }, one.name),
          h("span", { class: "variation-at" }, standing(one), one.value?.points && board?.study.doc.bots ? ` · ${capital(one.value.side ?? "")} +${one.value.points}` : "")),
        branches(one.id))));
    };
    tree.replaceChildren(branches(null) ?? "");
  }

  /** @param {import("./study.js").Variation} one */
  function standing({ turn, phase }) {
    return turn === undefined ? "" : `Turn ${turn}, ${app.board?.phase_names[phase ?? ""] ?? phase}`;
  }

  /** @param {number} id */
  function go(id) {
    if (!board) return;
    board.study.doc.current = id;
    void board.refresh();
  }

  function branch() {
    if (!board) return;
    const name = `Variation ${board.study.doc.variations.length}`;
    board.study.branch(null, name);
    void board.refresh();
  }

  function rename() {
    if (!board) return;
    const now = board.study.now;
    const name = window.prompt("The name of this variation", now.name);
    if (name) now.name = name.slice(0, 80);
    board.study.keep();
    show();
  }

  function drop() {
    if (!board) return;
    board.study.remove(board.study.doc.current);
    void board.refresh();
  }

  let bots = "";
  function showComputer() {
    const key = `${app.board?.game} ${board?.study.doc.bots}`;
    if (bots === key) return;
    bots = key;
    void app.lobby().then(({ games }) => {
      const able = [...new Set((games.find((one) => one.game === app.board?.game)?.bots ?? []).map((name) => name.split(":")[0] ?? name))];
      const names = able.filter((name) => name !== "strategist").reverse();
      let chosen = names[0] ?? "greedy";
      const dice = h("input", { type: "text", inputmode: "numeric", placeholder: "6 1 3", "aria-label": "The next dice", size: 8 });
      const go = button("Play on", () => {
        go.disabled = true;
        void board?.play(chosen).finally(() => (go.disabled = false));
      }, { title: "It takes the decisions of the side whose turn it is until its phase ends" });
      computer.replaceChildren(
        h("h3", {}, "Going on"),
        board?.study.doc.bots ? h("p", { class: "buttons" }, field("Bot", names.map((value) => ({ value, text: value })), chosen, (value) => (chosen = value)), go) : "",
        h("p", { class: "buttons" }, h("label", { class: "field" }, h("span", {}, "Dice to come"), dice), button("Set", () => {
          const faces = dice.value.split(/[\s,]+/).filter(Boolean).map(Number);
          if (faces.some((face) => !(face >= 1 && face <= 6 && Number.isInteger(face)))) return app.flash("Dice are faces from 1 to 6.");
          void board?.dice(faces).then(() => app.flash(faces.length ? `The next dice are ${faces.join(", ")}.` : "The dice fall as they will."));
        })));
    }).catch(complain);
  }

  function save() {
    const url = URL.createObjectURL(new Blob([JSON.stringify(board?.study.doc)], { type: "application/json" }));
    const anchor = h("a", { href: url, download: `${board?.study.doc.game}-board.json` });
    anchor.click();
    URL.revokeObjectURL(url);
  }

  async function load() {
    const chosen = file.files?.[0];
    file.value = "";
    if (!chosen) return;
    try {
      open(Study.read(JSON.parse(await chosen.text())));
    } catch (error) {
      complain(error instanceof SyntaxError ? "This file is not an analysis board." : error);
    }
  }

  async function share() {
    try {
      const { id } = await postJson("/api/boards", { board: board?.study.doc });
      const address = `${location.origin}/board?link=${id}`;
      link.replaceChildren("Whoever has this link can look: ", h("a", { href: address }, address));
    } catch (error) {
      complain(error);
    }
  }

  app.on("state", show);
  app.on("select", () => showArrange());
  show();
}
