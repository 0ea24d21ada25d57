// Playing by keyboard: arrows go from target to target, letters do what the bar does.

/** @import { Deed } from "./bar.js" */
/** @import { Stage } from "./stage.js" */

/** @type {Record<string, Deed>} */
const DEEDS = { r: "rotate", u: "undo", h: "hint", m: "moves", v: "view" };
/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {Stage} stage
 * @param {object} does
 * @param {(deed: Deed) => void} does.act
 * @param {(target: string, node: Element) => void} does.tap
 * @param {() => void} does.guide
 * @param {() => void} does.help
 * @param {() => void} does.escape
 */
export function listen(stage, { act, tap, guide, help, escape }) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]")) return;
    const from = /** @type {HTMLElement} */ (event.target);
    if (from.matches("input, select, textarea")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const target = from.getAttribute("data-target");
    const [way, deed] = [WAYS[key], DEEDS[key]];
    if (way) {
      if (from.closest(".log, pre, .drawer, .scroll-x")) return;
      go(stage, from, way);
    } else if (key === "Enter" || key === " ") {
      if (target) tap(target, from);
      else if (key === "Enter" && !from.matches("button, a, summary")) act("confirm");
      else return;
    } else if (key === "Escape" || key === "Backspace") escape();
    else if (deed) act(deed);
    else if (key === "g") guide();
    else if (key === "?") help();
    else return;
    event.preventDefault();
  });
}

/**
 * Move the focus to the next target in a direction.
 * @param {Stage} stage
 * @param {Element} from
 * @param {[number, number]} way
 */
function go(stage, from, [dx, dy]) {
  const buttons = stage.buttons();
  const here = buttons.includes(/** @type {SVGUseElement} */ (from)) ? middle(from) : null;
  let best = buttons[0];
  if (here) {
    let nearest = Infinity;
    for (const button of buttons) {
      const [x, y] = middle(button);
      const along = (x - here[0]) * dx + (y - here[1]) * dy;
      const aside = Math.abs((x - here[0]) * dy) + Math.abs((y - here[1]) * dx);
      const cost = along + 2.2 * aside;
      if (along > 2 && cost < nearest) [nearest, best] = [cost, button];
    }
    if (nearest === Infinity) return;
  }
  if (best) focusOn(best);
}

/** @param {SVGUseElement} button */
function focusOn(button) {
  for (const other of button.ownerSVGElement?.querySelectorAll("[role=button]") ?? []) other.setAttribute("tabindex", "-1");
  button.setAttribute("tabindex", "0");
  button.focus();
  button.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** @param {Element} element @returns {[number, number]} */
function middle(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}
