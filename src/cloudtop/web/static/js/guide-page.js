// The guide's page: the contents follow the reading, rules can be searched for, and the one that was asked for is marked.

import "./settings.js";
import { at } from "./elements.js";
import { cite } from "./guide-text.js";
import { say } from "./page.js";

/** How far below the upper edge a heading still counts as being read. */
const TOP = 110;

const place = at("place");
const find = /** @type {HTMLInputElement} */ (at("find"));
/** @type {HTMLAnchorElement[]} */
const links = [...at("chapters").querySelectorAll("a")];
const rules = links.filter((link) => link.parentElement?.className === "h3");

/** What a link of the contents leads to. @param {HTMLAnchorElement} link */
const goal = (link) => at(decodeURIComponent(link.hash.slice(1)));

/** @param {HTMLAnchorElement} link */
const edge = (link) => goal(link).getBoundingClientRect().top;

// ---------------------------------------------------------------------- where the reader is

/** @type {HTMLAnchorElement | undefined} */
let here;

function follow() {
  const passed = links.filter((link) => !link.parentElement?.hidden && edge(link) < TOP);
  const last = passed.at(-1) ?? links[0];
  // Of rules that stand side by side the first is being read, unless another was asked for.
  const beside = passed.filter((link) => last && Math.abs(edge(link) - edge(last)) < 8);
  const now = beside.find((link) => goal(link).classList.contains("cited")) ?? beside[0] ?? last;
  if (!now || now === here) return;
  here?.removeAttribute("aria-current");
  here = now;
  now.setAttribute("aria-current", "location");
  if (place.offsetParent === null) now.scrollIntoView({ block: "nearest" });
  const isRule = rules.includes(now);
  const chapter = links.slice(0, links.indexOf(now) + 1).filter((link) => !rules.includes(link)).at(-1);
  at("here-chapter").textContent = (chapter ?? now).textContent;
  at("here-rule").textContent = isRule && chapter ? now.textContent : "";
  const read = rules.filter((link) => links.indexOf(link) <= links.indexOf(now)).length;
  at("here-number").textContent = read ? `${read} / ${rules.length}` : "";
}

let waiting = false;
addEventListener("scroll", () => {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    follow();
  });
}, { passive: true });

// ---------------------------------------------------------------------- the list on a phone

/** @param {boolean} open */
function openContents(open) {
  place.setAttribute("aria-expanded", String(open));
}
place.addEventListener("click", () => openContents(place.getAttribute("aria-expanded") !== "true"));
at("chapters").addEventListener("click", () => openContents(false));
addEventListener("keydown", (event) => {
  if (event.key === "Escape") openContents(false);
  if (event.key === "/" && !(event.target instanceof HTMLInputElement)) {
    event.preventDefault();
    openContents(true);
    find.focus();
  }
});

// ---------------------------------------------------------------------- finding a rule

/**
 * A text as it is compared: without accents, hiragana and katakana alike, wide and narrow letters alike.
 * @param {string} text
 */
function folded(text) {
  const plain = text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").normalize("NFC").toLowerCase();
  const kana = plain.replace(/[\u30a1-\u30f6]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60));
  return kana.replace(/œ/g, "oe").replace(/æ/g, "ae").replace(/[’']/g, "'");
}

/** @type {Map<Element, string>} */
const texts = new Map();

/** @param {Element} part */
function textOf(part) {
  const known = texts.get(part) ?? folded(part.textContent ?? "");
  texts.set(part, known);
  return known;
}

function search() {
  const words = folded(find.value).split(/\s+/).filter(Boolean);
  /** @param {Element} part */
  const fits = (part) => words.every((word) => textOf(part).includes(word));
  let found = 0;
  for (const chapter of document.querySelectorAll("#guide > .chapter")) {
    let seen = 0;
    for (const part of chapter.querySelectorAll(".rule, .telling")) {
      const fit = fits(part);
      /** @type {HTMLElement} */ (part).hidden = !fit;
      if (fit) seen += 1;
    }
    /** @type {HTMLElement} */ (chapter).hidden = seen === 0;
    found += words.length ? seen : 0;
  }
  for (const link of links) {
    const goes = goal(link);
    if (link.parentElement) link.parentElement.hidden = goes.hidden || goes.closest("[hidden]") !== null;
  }
  at("found").textContent = words.length ? say(found ? "guide-found" : "guide-not-found", { count: found }) : "";
  follow();
}
find.addEventListener("input", search);
find.addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  openContents(false);
  document.querySelector("#guide .rule:not([hidden]), #guide .telling:not([hidden])")?.scrollIntoView({ block: "start" });
});

// ---------------------------------------------------------------------- the rule that was asked for

function asked() {
  cite(at("guide"), decodeURIComponent(location.hash.slice(1)));
}
addEventListener("hashchange", asked);
asked();
follow();
