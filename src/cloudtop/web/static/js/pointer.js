// Playing by mouse and finger: tap what lights up, or drag it to where it shall go.

/** @import { Stage } from "./stage.js" */

import { h, s } from "./elements.js";

const SLOP = 9;
const REACH = 26;

/**
 * @param {Stage} stage
 * @param {object} does
 * @param {(target: string, node: Element) => void} does.tap
 * @param {(target: string) => void} does.drag a target is dragged: it is picked if it was not
 * @param {(panel: string, items: string[], node: Element) => void} does.miss nothing that can be picked was touched
 * @param {(panel: string) => void} does.enlarge
 * @param {() => boolean} does.playing
 */
export function listen(stage, does) {
  /** @type {{ x: number, y: number, target: string, node: Element, flag: HTMLElement | null, id: number } | null} */
  let held = null;
  let dragged = false;

  document.addEventListener("pointerdown", (event) => {
    dragged = false;
    const node = /** @type {Element} */ (event.target).closest?.("[data-target]");
    if (!node || event.button !== 0 || !does.playing()) return;
    held = { x: event.clientX, y: event.clientY, target: node.getAttribute("data-target") ?? "", node, flag: null, id: event.pointerId };
  });
  document.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    if (!held.flag && Math.hypot(event.clientX - held.x, event.clientY - held.y) < SLOP) return;
    if (!held.flag) {
      if (event.pointerType === "touch") return void (held = null);
      held.flag = flagOf(held.node);
      dragged = true;
      does.drag(held.target);
    }
    held.flag.style.translate = `${event.clientX}px ${event.clientY}px`;
  });
  const release = (/** @type {PointerEvent} */ event) => {
    const was = held;
    held = null;
    was?.flag?.remove();
    if (!was?.flag || event.type === "pointercancel") return;
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-target]") ?? near(stage, event.clientX, event.clientY);
    const target = under?.getAttribute("data-target");
    if (under && target && target !== was.target) does.tap(target, under);
  };
  document.addEventListener("pointerup", release);
  document.addEventListener("pointercancel", release);

  document.addEventListener("click", (event) => {
    const touched = /** @type {Element} */ (event.target);
    const figure = touched.closest?.(".panel");
    if (!figure || dragged || touched.closest("button")) return;
    const panel = /** @type {HTMLElement} */ (figure).dataset.panel ?? "";
    const hit = does.playing() ? (touched.closest("[data-target]") ?? near(stage, event.clientX, event.clientY)) : null;
    const target = hit?.getAttribute("data-target");
    if (hit && target) return does.tap(target, hit);
    if (figure.closest(".minis")) return does.enlarge(panel);
    const items = touchedItems(stage, panel, event.clientX, event.clientY);
    does.miss(panel, items.map(([id]) => id), items[0]?.[1] ?? figure);
  });
}

/**
 * A target close to a point, for fingers that are wider than a small target.
 * @param {Stage} stage
 * @param {number} x
 * @param {number} y
 */
function near(stage, x, y) {
  let best = null;
  let nearest = REACH;
  for (const button of stage.buttons()) {
    const box = button.getBoundingClientRect();
    const away = Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
    const fine = Math.min(box.width, box.height) > 44 ? 0 : REACH;
    if (away < nearest && away < fine) [best, nearest] = [button, away];
  }
  return best;
}

/**
 * The items of a panel under a point, the nearest to the viewer first.
 * @param {Stage} stage
 * @param {string} panel
 * @param {number} x
 * @param {number} y
 * @returns {[string, Element][]}
 */
export function touchedItems(stage, panel, x, y) {
  /** @type {[string, Element][]} */
  const found = [];
  for (const [id, { node }] of stage.views.get(panel)?.placed ?? []) {
    const box = node.getBoundingClientRect();
    if (x >= box.left && x <= box.right && y >= box.top && y <= box.bottom) found.push([id, node]);
  }
  const order = [...(stage.views.get(panel)?.things.children ?? [])];
  return found.sort((one, other) => order.indexOf(other[1]) - order.indexOf(one[1])).slice(0, 40);
}

/**
 * What follows the pointer while something is dragged.
 * @param {Element} node
 */
function flagOf(node) {
  const box = node.getBoundingClientRect();
  const own = /** @type {SVGUseElement} */ (node).getBBox();
  const copy = s("svg", { viewBox: `${own.x} ${own.y} ${own.width || 1} ${own.height || 1}`, width: box.width, height: box.height },
    s("use", { href: node.getAttribute("href") ?? "" }));
  const flag = h("div", { class: "dragged", "aria-hidden": "true" }, copy);
  document.body.append(flag);
  return flag;
}
