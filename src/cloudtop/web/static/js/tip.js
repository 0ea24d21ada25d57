// The bubble over the board: why something is not possible, and what has to be said once.

/** @import { RuleTold } from "./wire.js" */

import { at, h, icon } from "./elements.js";
import { say } from "./page.js";

const tip = at("tip");
/** So much room stays between the bubble and what it speaks of. */
const GAP = 16;

export function hideTip() {
  tip.hidden = true;
  tip.replaceChildren();
}

/**
 * @param {string} kind
 * @param {Element | undefined} beside
 * @param {...Node} content
 */
function show(kind, beside, ...content) {
  tip.className = `tip ${kind}`;
  tip.replaceChildren(...content);
  tip.hidden = false;
  place(beside);
}

/** @typedef {{ x: number, y: number, width: number, height: number }} Area */

/**
 * Beside an element of the stage, where it covers the least of what can be tapped; on a phone it lies below the prompt.
 * @param {Element | undefined} beside
 */
function place(beside) {
  tip.style.left = tip.style.top = "";
  tip.classList.remove("free");
  if (!beside || matchMedia("(max-width: 860px)").matches) return;
  const stage = at("main").getBoundingClientRect();
  const spot = beside.getBoundingClientRect();
  if (!spot.width || spot.bottom < stage.top || spot.top > stage.bottom || spot.left > stage.right) return;
  tip.classList.add("free");
  const { width, height } = tip.getBoundingClientRect();
  const lit = [...document.querySelectorAll("#boards [data-target]:not(.shut), .handle")].map((node) => node.getBoundingClientRect());
  const [middle, level] = [spot.left + spot.width / 2 - width / 2, spot.top + spot.height / 2 - height / 2];
  let least = Infinity;
  for (const [x, y] of [[spot.right + GAP, level], [spot.left - width - GAP, level], [middle, spot.top - height - GAP], [middle, spot.bottom + GAP]]) {
    const area = { x: Math.max(stage.left + 8, Math.min(x ?? 0, stage.right - width - 8)), y: Math.max(stage.top + 60, Math.min(y ?? 0, stage.bottom - height - 8)), width, height };
    const hits = lit.filter((box) => overlap(area, box)).length + (overlap(area, spot) ? 5 : 0);
    if (hits >= least) continue;
    least = hits;
    tip.style.left = `${area.x - stage.left}px`;
    tip.style.top = `${area.y - stage.top}px`;
  }
}

/** @param {Area} one @param {Area} other */
const overlap = (one, other) => one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;

/** What was touched shakes its head. @param {Element | undefined} node */
function shake(node) {
  if (!node?.matches("[data-item], [data-slot], [data-loose]")) return;
  node.classList.remove("no");
  requestAnimationFrame(() => node.classList.add("no"));
  node.addEventListener("animationend", () => node.classList.remove("no"), { once: true });
}

/**
 * Why something is not possible, with the way into the guide.
 * @param {RuleTold} told
 * @param {Element | undefined} beside
 * @param {(rule: string) => void} openRule
 */
export function showWhyNot(told, beside, openRule) {
  const link = h("a", { href: told.link }, say("show-rule"));
  link.addEventListener("click", (event) => {
    event.preventDefault();
    openRule(told.rule.split("/").at(-1) ?? "");
  });
  shake(beside);
  show("why", beside, h("h3", {}, icon("cross"), told.title), h("p", {}, told.why), h("p", { class: "rule" }, link));
}

/**
 * A word about something that was touched, or about the table.
 * @param {string} text
 * @param {Element} [beside]
 */
export function showNote(text, beside) {
  if (beside) shake(beside);
  show("note-tip", beside, h("p", {}, text));
}
