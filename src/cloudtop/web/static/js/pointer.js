// Playing by mouse and finger: tap what lights up, or drag the piece itself to where it shall go.

/** @import { Stage } from "./stage.js" */

import { at, h, s } from "./elements.js";
import { motion } from "./page.js";

const SLOP = 9;
const REACH = 26;
/** A dragged piece is lifted so far, and flies home in so many milliseconds. */
const [LIFT, HOME] = [24, 200];

/**
 * @typedef {object} Held something under the pointer that may be dragged
 * @property {number} x
 * @property {number} y
 * @property {string} target
 * @property {Element} node
 * @property {HTMLElement | null} flag
 * @property {number} id
 */

/**
 * @param {Stage} stage
 * @param {object} does
 * @param {(target: string, node: Element) => void} does.tap
 * @param {(target: string, node: Element) => void} does.drag a target is dragged: it is picked if it was not
 * @param {() => void} does.drop it was let go on nothing
 * @param {(panel: string, items: string[], node: Element) => void} does.miss nothing that can be picked was touched
 * @param {(panel: string) => void} does.enlarge
 * @param {() => boolean} does.playing
 */
export function listen(stage, does) {
  /** @type {Held | null} */
  let held = null;
  let dragged = false;

  document.addEventListener("pointerdown", (event) => {
    dragged = false;
    const node = /** @type {Element} */ (event.target).closest?.("[data-target]:not(.deaf)");
    if (!node || event.button !== 0 || !does.playing()) return;
    held = { x: event.clientX, y: event.clientY, target: node.getAttribute("data-target") ?? "", node, flag: null, id: event.pointerId };
  });
  document.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.flag && Math.hypot(dx, dy) < SLOP) return;
    if (!held.flag) {
      // A finger that goes along a row scrolls it; one that goes up takes the piece out of it.
      if (event.pointerType === "touch" && held.node.closest("#dock, dialog") && Math.abs(dx) > Math.abs(dy)) return void (held = null);
      held.flag = flagOf(stage, held.node);
      dragged = true;
      document.body.classList.add("dragging");
      does.drag(held.target, held.node);
    }
    held.flag.style.translate = `${event.clientX}px ${event.clientY - LIFT}px`;
  });
  const release = (/** @type {PointerEvent} */ event) => {
    const was = held;
    held = null;
    document.body.classList.remove("dragging");
    if (!was?.flag) return;
    const cancelled = event.type === "pointercancel";
    const under = cancelled ? null : pointed(stage, event.clientX, event.clientY) ?? pointed(stage, event.clientX, event.clientY - LIFT);
    const target = under?.getAttribute("data-target");
    if (under && target && target !== was.target) {
      was.flag.remove();
      return does.tap(target, under);
    }
    flyHome(was.flag, was.node);
    return does.drop();
  };
  document.addEventListener("pointerup", release);
  document.addEventListener("pointercancel", release);
  // A finger that holds a piece must not scroll the page under it.
  document.addEventListener("touchmove", (event) => held?.flag && event.preventDefault(), { passive: false });

  document.addEventListener("click", (event) => {
    const touched = /** @type {Element} */ (event.target);
    const figure = touched.closest?.(".panel");
    const slot = touched.closest?.("[data-slot]");
    if (!figure || dragged || (touched.closest("button") && !slot)) return;
    const panel = /** @type {HTMLElement} */ (figure).dataset.panel ?? "";
    if (figure.closest(".minis")) return does.enlarge(panel);
    const hit = does.playing() ? (slot ?? pointed(stage, event.clientX, event.clientY)) : null;
    const target = hit?.getAttribute("data-target");
    if (hit && target) return does.tap(target, hit);
    const items = slot ? [/** @type {[string, Element]} */ ([slot.getAttribute("data-slot") ?? "", slot])] : touchedItems(stage, panel, event.clientX, event.clientY);
    return does.miss(panel, items.map(([id]) => id), items[0]?.[1] ?? figure);
  });
}

/**
 * What can be picked at a point: what is lit there, else a small one nearby, else what is there unlit.
 * @param {Stage} stage
 * @param {number} x
 * @param {number} y
 */
function pointed(stage, x, y) {
  const all = document.elementsFromPoint(x, y).map((node) => node.closest("[data-target]:not(.deaf)")).filter((node) => node !== null);
  return all.find((node) => !node.matches(".shut")) ?? near(stage, x, y) ?? all[0] ?? null;
}

/**
 * A lit target close to a point, for fingers that are wider than a small target.
 * @param {Stage} stage
 * @param {number} x
 * @param {number} y
 */
function near(stage, x, y) {
  let best = null;
  let nearest = REACH;
  for (const button of stage.buttons()) {
    if (button.matches(".shut, .deaf")) continue;
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
  const order = new Map([...(stage.views.get(panel)?.placed.values() ?? [])].map(({ node }) => [node, [...(node.parentNode?.children ?? [])].indexOf(node)]));
  return found.sort((one, other) => (order.get(/** @type {SVGElement} */ (other[1])) ?? 0) - (order.get(/** @type {SVGElement} */ (one[1])) ?? 0)).slice(0, 40);
}

/** How many pixels a unit of the board on the stage has. */
function scale() {
  const svg = /** @type {SVGSVGElement | null} */ (at("boards").querySelector(".panel > svg"));
  return svg?.getScreenCTM()?.a ?? 1;
}

/**
 * What follows the pointer while something is dragged: the whole piece, as large as it is on the board.
 * @param {Stage} stage
 * @param {Element} node
 */
function flagOf(stage, node) {
  const drawn = node.querySelector("svg.picture");
  const [box, content] = drawn instanceof SVGSVGElement
    ? [drawn.viewBox.baseVal, [...drawn.children].map((child) => /** @type {Element} */ (child.cloneNode(true)))]
    : whole(stage, node);
  const size = Math.min(scale(), 320 / (box.width || 1));
  const copy = s("svg", { viewBox: `${box.x} ${box.y} ${box.width || 1} ${box.height || 1}`, width: box.width * size, height: box.height * size }, ...content);
  const flag = h("div", { class: "dragged", "aria-hidden": "true" }, copy);
  document.body.append(flag);
  return flag;
}

/**
 * All items of a drawing that answer to the same target, with the box around them.
 * @param {Stage} stage
 * @param {Element} node
 * @returns {[DOMRect, Element[]]}
 */
function whole(stage, node) {
  const target = node.getAttribute("data-target");
  const view = [...stage.views.values()].find(({ element }) => element.contains(node));
  const items = [...(view?.placed.values() ?? [])].filter(({ item, node: one }) => item.target === target && one instanceof SVGGraphicsElement && item.state !== "target");
  const [left, top, right, bottom] = items.reduce(([l, t, r, b], { item, node: one }) => {
    const own = /** @type {SVGGraphicsElement} */ (one).getBBox();
    return [Math.min(l, item.x + own.x), Math.min(t, item.y + own.y), Math.max(r, item.x + own.x + own.width), Math.max(b, item.y + own.y + own.height)];
  }, /** @type {[number, number, number, number]} */ ([Infinity, Infinity, -Infinity, -Infinity]));
  if (!items.length) return [new DOMRect(0, 0, 1, 1), []];
  return [new DOMRect(left, top, right - left, bottom - top), items.map(({ item }) => s("use", { href: `#${item.sprite}`, transform: `translate(${item.x} ${item.y}) rotate(${90 * item.rotation})` }))];
}

/** Let go on nothing: the piece goes back to where it came from. @param {HTMLElement} flag @param {Element} node */
function flyHome(flag, node) {
  const home = node.getBoundingClientRect();
  if (!motion() || !home.width) return flag.remove();
  const end = { translate: `${home.x + home.width / 2}px ${home.y + home.height / 2}px`, opacity: 0.4 };
  flag.animate([{}, end], { duration: HOME, easing: "cubic-bezier(.2,.8,.2,1)" }).finished.then(() => flag.remove(), () => flag.remove());
  return undefined;
}
