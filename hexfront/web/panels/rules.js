// @ts-check
/** The rules ledger: searchable, by chapter, every case with a link of its own. */

import { app } from "../app.js";
import { fetchJson } from "../lib/http.js";
import { complain, h } from "./parts.js";

/** @typedef {import("../types.js").RuleCase} RuleCase */

const REFERENCE = /\b(?:R-\d+|\d{1,2}\.\d+(?:\.[0-9a-z]+)*)\b/g;

/** @param {HTMLElement} element */
export function mount(element) {
  /** @type {Map<string, HTMLElement>} */
  const articles = new Map();
  /** @type {Map<string, RuleCase>} */
  const cases = new Map();
  let game = "";
  /** @type {Promise<void> | null} */
  let loading = null;

  const search = h("input", {
    type: "search",
    placeholder: "Search the rules",
    "aria-label": "Search the rules",
    oninput: () => sift(),
  });
  const count = h("span", { class: "count", "aria-live": "polite" });
  const list = h("div", { class: "rules-list", tabindex: "0", role: "region", "aria-label": "Rules" });
  element.classList.add("panel", "rules");
  element.append(h("div", { class: "panel-bar" }, search, count), list);

  function load() {
    const wanted = app.board?.game;
    if (!wanted || (wanted === game && loading)) return loading ?? Promise.resolve();
    game = wanted;
    loading = fetchJson(`/api/rules/${wanted}`)
      .then((/** @type {{rules: RuleCase[]}} */ reply) => show(reply.rules))
      .catch(complain);
    return loading;
  }

  /** @param {RuleCase[]} rules */
  function show(rules) {
    list.replaceChildren();
    articles.clear();
    cases.clear();
    for (const rule of rules) cases.set(rule.case, rule);
    let chapter = "";
    /** @type {HTMLElement} */
    let box = list;
    for (const rule of rules) {
      const own = chapterOf(rule.case);
      if (own !== chapter) {
        chapter = own;
        box = h("section", { class: "chapter" }, h("h3", {}, heading(own)));
        list.append(box);
      }
      const article = h(
        "article",
        { class: "ledger-case", id: `rule-${rule.case}`, tabindex: "-1" },
        h("h4", {}, h("a", { href: `#rule-${rule.case}`, onclick: () => keep(rule.case) }, rule.case), " ", rule.title),
        linked(rule.rule, rule.case),
      );
      articles.set(rule.case, article);
      box.append(article);
    }
    count.textContent = `${rules.length} cases`;
  }

  /** @param {string} chapter */
  function heading(chapter) {
    if (chapter === "R") return "Our rulings";
    if (chapter === "EX") return "From the example of play";
    if (chapter === "DN") return "From the notes";
    return `${chapter}. ${cases.get(`${chapter}.0`)?.title ?? "Chapter"}`;
  }

  /**
   * The sentence with the cases it names as links.
   * @param {string} text
   * @param {string} own
   */
  function linked(text, own) {
    const line = h("p");
    let at = 0;
    for (const found of text.matchAll(REFERENCE)) {
      const name = found[0];
      const unit = /^ ?(?:miles|km|VP|points)/.test(text.slice(found.index + name.length));
      if (!cases.has(name) || name === own || unit) continue;
      line.append(text.slice(at, found.index), h("a", { href: `#rule-${name}`, onclick: (/** @type {Event} */ event) => {
        event.preventDefault();
        app.openRule(name);
      } }, name));
      at = found.index + name.length;
    }
    line.append(text.slice(at));
    return line;
  }

  function sift() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const [name, article] of articles) {
      const rule = cases.get(name);
      const text = `${name} ${rule?.title} ${rule?.rule}`.toLowerCase();
      article.hidden = !words.every((word) => text.includes(word));
      if (!article.hidden) shown += 1;
    }
    for (const chapter of list.querySelectorAll(".chapter")) {
      /** @type {HTMLElement} */ (chapter).hidden = !chapter.querySelector(".ledger-case:not([hidden])");
    }
    count.textContent = shown === 1 ? "1 case" : `${shown} cases`;
  }

  /** @param {string} name */
  function keep(name) {
    history.replaceState(history.state, "", `#rule-${name}`);
  }

  /**
   * The case itself, the first below it, or the one above it.
   * @param {string} wanted
   * @returns {string}
   */
  function nearest(wanted) {
    if (articles.has(wanted)) return wanted;
    const below = [...articles.keys()].find((name) => name.startsWith(`${wanted}.`));
    const above = wanted.slice(0, Math.max(0, wanted.lastIndexOf(".")));
    return below ?? (above ? nearest(above) : wanted);
  }

  /** @param {string} wanted */
  async function open(wanted) {
    await load();
    const name = nearest(wanted);
    const article = articles.get(name);
    if (!article) {
      app.flash(`The ledger has no case ${wanted}.`);
      return;
    }
    if (search.value) {
      search.value = "";
      sift();
    }
    app.emit("show-tab", "rules");
    keep(name);
    requestAnimationFrame(() => {
      const frame = list.getBoundingClientRect();
      list.scrollTop += article.getBoundingClientRect().top - frame.top - 48;
      article.focus({ preventScroll: true });
      for (const each of list.querySelectorAll(".opened")) each.classList.remove("opened");
      article.classList.add("opened");
    });
  }

  let linkedTo = location.hash.startsWith("#rule-") ? decodeURIComponent(location.hash.slice(6)) : "";
  app.on("rule", open);
  app.on("search-rules", () => {
    app.emit("show-tab", "rules");
    search.focus();
    search.select();
  });
  app.on("state", () => {
    void load();
    if (linkedTo) {
      void open(linkedTo);
      linkedTo = "";
    }
  });
  void load();
}

/** @param {string} name */
function chapterOf(name) {
  if (name.startsWith("R-")) return "R";
  const at = name.indexOf(".");
  return at < 0 ? name : name.slice(0, at);
}
