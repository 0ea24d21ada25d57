// The bubble beside the board: what a move would score, why something is not possible, what a strong player would do.

/** @import { HintLine, RuleTold, SheetLine } from "./wire.js" */

import { at, h, icon } from "./elements.js";
import { capital, say, signed } from "./page.js";

const tip = at("tip");

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

/**
 * Beside an element of the stage, on the side where there is room; on a phone it lies at the foot of the stage.
 * @param {Element | undefined} beside
 */
function place(beside) {
  tip.style.left = tip.style.top = "";
  tip.classList.remove("free");
  if (!beside || matchMedia("(max-width: 860px)").matches) return;
  const stage = /** @type {HTMLElement} */ (tip.parentElement).getBoundingClientRect();
  const spot = beside.getBoundingClientRect();
  if (!spot.width || spot.bottom < stage.top || spot.top > stage.bottom) return;
  tip.classList.add("free");
  const { width, height } = tip.getBoundingClientRect();
  const right = spot.right + 18 + width < stage.right;
  const x = right ? spot.right + 16 : spot.left - width - 16;
  const y = spot.top + spot.height / 2 - height / 2;
  tip.style.left = `${Math.max(8, Math.min(x - stage.left, stage.width - width - 8))}px`;
  tip.style.top = `${Math.max(60, Math.min(y - stage.top, stage.height - height - 8))}px`;
}

/**
 * What the considered move would score; it lies in the corner, where it hides the least.
 * @param {string} words
 * @param {SheetLine[]} lines
 */
export function showGains(words, lines) {
  const list = h("ul", { class: "gains" });
  for (const line of lines) {
    list.append(h("li", { class: line.points < 0 ? "lost" : "" }, h("b", { class: "num" }, signed(line.points)), h("span", {}, line.text)));
  }
  if (!lines.length) list.append(h("li", { class: "muted" }, say("no-points-yet")));
  show("gains-tip", undefined, h("h3", {}, words), list);
}

/**
 * Why something is not possible, with the way into the guide.
 * @param {RuleTold} told
 * @param {Element | undefined} beside
 * @param {(rule: string) => void} openRule
 */
export function showWhyNot(told, beside, openRule) {
  const id = told.rule.split("/").at(-1) ?? "";
  const link = h("a", { href: told.link }, say("show-rule"));
  link.addEventListener("click", (event) => {
    event.preventDefault();
    openRule(id);
  });
  show("why", beside, h("h3", {}, icon("cross"), told.title), h("p", {}, told.why), h("div", { class: "rule" }, h("code", {}, id), link));
}

/**
 * Moves that a strong player thinks of, the best first; each can be tried.
 * @param {HintLine[]} lines
 * @param {(action: number) => void} consider
 */
export function showHint(lines, consider) {
  const list = h("ol", { class: "hints" });
  for (const line of lines) {
    const button = h("button", { class: "btn", type: "button" }, h("span", {}, capital(line.words)), h("code", {}, line.notation));
    button.addEventListener("click", () => consider(line.action));
    list.append(h("li", {}, button, line.why ? h("small", {}, line.why) : null));
  }
  show("hint-tip", undefined, h("h3", {}, icon("bulb"), say("hint")), list);
}

/** @param {string} text */
export function showNote(text) {
  show("note-tip", undefined, h("p", {}, text));
}
