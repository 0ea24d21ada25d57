// Playing by keyboard: arrows go from target to target, numbers pick slots, letters do what the bar does.

/** @import { Deed } from "./bar.js" */
/** @import { Stage } from "./stage.js" */

/** @type {Record<string, Deed>} */
const DEEDS = { r: "rotate", u: "undo", h: "hint", m: "moves", v: "view", p: "form" };
/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {Stage} stage
 * @param {object} does
 * @param {(deed: Deed) => void} does.act
 * @param {(target: string, node: Element) => void} does.tap
 * @param {(panel: string, items: string[], node: Element) => void} does.miss something that cannot be picked was meant
 * @param {() => boolean} does.ready whether the turn is complete
 * @param {() => void} does.guide
 * @param {() => void} does.help
 * @param {() => void} does.escape
 */
export function listen(stage, { act, tap, miss, ready, guide, help, escape }) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]")) return;
    const from = /** @type {HTMLElement} */ (event.target);
    if (from.matches("input, select, textarea")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const [way, deed] = [WAYS[key], DEEDS[key]];
    if (way) {
      if (from.closest(".log, pre, .drawer, .scroll-x, .ribbon")) return;
      go(stage, from, way);
    } else if (key === "Enter" || key === " ") {
      const target = from.getAttribute("data-target") ?? from.getAttribute("data-loose");
      const slot = from.getAttribute("data-slot");
      if (target && from.getAttribute("aria-pressed") === "true") goOn(stage, ready(), act);
      else if (target) tap(target, from);
      else if (slot) miss(/** @type {HTMLElement | null} */ (from.closest(".panel"))?.dataset.panel ?? "", [slot], from);
      else if (key === "Enter" && !from.matches("button, a, summary")) goOn(stage, ready(), act);
      else return;
    } else if (key === "Escape" || key === "Backspace") escape();
    else if (key === "r" && event.shiftKey) act("rotate-back");
    else if (deed) act(deed);
    else if (/^[1-9]$/.test(key)) pickSlot(Number(key), tap, miss);
    else if (key === "g") guide();
    else if (key === "?") help();
    else return;
    event.preventDefault();
  });
}

/** The slots that have a number, in their order. */
export const numbered = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#boards .of-slots .slot[data-slot], #dock .of-slots .slot[data-slot]")]).slice(0, 9);

/**
 * @param {number} number
 * @param {(target: string, node: Element) => void} tap
 * @param {(panel: string, items: string[], node: Element) => void} miss
 */
function pickSlot(number, tap, miss) {
  const slot = numbered()[number - 1];
  if (!slot) return;
  slot.focus({ preventScroll: true });
  const target = slot.getAttribute("data-target");
  if (target) tap(target, slot);
  else miss(/** @type {HTMLElement | null} */ (slot.closest(".panel"))?.dataset.panel ?? "", [slot.dataset.slot ?? ""], slot);
}

/**
 * What Enter does on what is picked already: it ends a turn that is complete, else it goes to what can be picked next.
 * @param {Stage} stage
 * @param {boolean} ready
 * @param {(deed: Deed) => void} act
 */
function goOn(stage, ready, act) {
  if (ready) return act("confirm");
  const next = stage.buttons().find((node) => node.matches(".open, .target:not(.shut)") && node.getAttribute("aria-pressed") !== "true");
  if (next) focusOn(next);
  return undefined;
}

/**
 * Move the focus to the next target in a direction.
 * @param {Stage} stage
 * @param {Element} from
 * @param {[number, number]} way
 */
function go(stage, from, [dx, dy]) {
  const buttons = stage.buttons().filter((node) => !node.matches(".shut"));
  const here = from.matches("[data-target], [data-slot]") ? middle(from) : null;
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

/** @param {SVGElement | HTMLElement} button */
function focusOn(button) {
  if (button instanceof SVGElement) {
    for (const other of button.ownerSVGElement?.querySelectorAll("[role=button]") ?? []) other.setAttribute("tabindex", "-1");
    button.setAttribute("tabindex", "0");
  }
  button.focus();
  button.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** @param {Element} element @returns {[number, number]} */
function middle(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}
