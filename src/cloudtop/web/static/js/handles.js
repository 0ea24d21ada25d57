// Handles on what was just placed: it is turned by them, whatever the size of the board.

/** @import { Draft } from "./draft.js" */
/** @import { Item } from "./scene.js" */
/** @import { Stage, View } from "./stage.js" */

import { at, h, icon } from "./elements.js";
import { beside, say } from "./page.js";

/** The size of a handle, and how close it may come to the edge of the stage. */
const [SIZE, EDGE] = [48, 4];

/** @typedef {{ x: number, y: number }} Spot */

const place = at("handles");

/**
 * Put the handles at the left and right of what can be turned; where there is nothing, there are none.
 * @param {Stage} stage
 * @param {Draft} draft
 * @param {boolean} deciding
 * @param {(by: number) => void} turn
 */
export function showHandles(stage, draft, deciding, turn) {
  const found = deciding ? draft.turnable() : null;
  const ghost = found ? ghostOf(stage, new Set(found.at < draft.steps.length ? draft.steps[found.at]?.move.targets : found.picks.chosen)) : null;
  document.body.classList.toggle("turnable", found !== null);
  if (!ghost || !found) return place.replaceChildren();
  const rotations = found.picks.rotations();
  const way = say("way-of", { now: rotations.indexOf(found.picks.rotation()) + 1, of: rotations.length });
  const frame = at("main").getBoundingClientRect();
  const over = [...document.querySelectorAll("#prompt, #outlook")].map((node) => node.getBoundingClientRect());
  const [left, right] = spots(ghost, frame, openBoxes(stage), over);
  const buttons = /** @type {[Spot, number, string, string][]} */ ([[left, -1, "turn-left", "⇧R"], [right, 1, "turn-right", "R"]]).map(([spot, by, word, key]) => {
    const button = h("button", { class: "handle", type: "button", "data-handle": by, "aria-label": beside([say(word), way]) }, icon(by < 0 ? "left" : "right"), h("kbd", { "aria-hidden": "true" }, key));
    button.style.left = `${spot.x - frame.left}px`;
    button.style.top = `${spot.y - frame.top}px`;
    button.addEventListener("click", () => turn(by));
    return button;
  });
  const held = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.handle : undefined;
  place.replaceChildren(...buttons);
  if (held) buttons.find(({ dataset }) => dataset.handle === held)?.focus();
  return undefined;
}

/** Where on the screen the ghost of the turned piece is. @param {Stage} stage @param {Set<string>} targets @returns {DOMRect | null} */
function ghostOf(stage, targets) {
  /** @type {DOMRect[]} */
  const own = [];
  /** @type {DOMRect[]} */
  const all = [];
  for (const view of stage.views.values()) {
    if (!view.element.closest("#boards")) continue;
    for (const { item, node } of view.placed.values()) {
      if (item.state !== "ghost") continue;
      const box = restingBox(view, item, node);
      if (box?.width) (targets.has(item.target) ? own : all).push(box);
    }
  }
  const boxes = own.length ? own : all;
  if (!boxes.length) return null;
  const [x, y] = [Math.min(...boxes.map(({ left }) => left)), Math.min(...boxes.map(({ top }) => top))];
  return new DOMRect(x, y, Math.max(...boxes.map(({ right }) => right)) - x, Math.max(...boxes.map(({ bottom }) => bottom)) - y);
}

/**
 * Where an item will be when it has come to rest.
 * @param {View} view
 * @param {Item} item
 * @param {Element} node
 * @returns {DOMRect | null}
 */
function restingBox(view, item, node) {
  if (!(node instanceof SVGGraphicsElement) || !("things" in view)) return null;
  const matrix = view.things.getScreenCTM();
  const own = node.getBBox();
  if (!matrix || !own.width) return null;
  const spin = new DOMMatrix().translate(item.x, item.y).rotate(90 * item.rotation);
  const corners = [[own.x, own.y], [own.x + own.width, own.y + own.height]].map(([x, y]) => new DOMPoint(x, y).matrixTransform(spin).matrixTransform(matrix));
  const [one, other] = corners;
  if (!one || !other) return null;
  return new DOMRect(Math.min(one.x, other.x), Math.min(one.y, other.y), Math.abs(other.x - one.x), Math.abs(other.y - one.y));
}

/** What is lit on the board and must stay in reach. @param {Stage} stage */
function openBoxes(stage) {
  return stage.buttons()
    .filter((node) => node.closest("#boards") && !node.matches(".shut, [aria-pressed=true]"))
    .map((node) => node.getBoundingClientRect());
}

/**
 * A place for each handle: beside the ghost's middle, else along its edge, else below it; where each of these hides the ghost
 * or something lit, at the edge of the stage. On a phone the edge comes first, where thumbs are: beside a piece that is hardly
 * larger than a handle it would hide the pieces that it is to be fitted to.
 * @param {DOMRect} ghost
 * @param {DOMRect} frame
 * @param {DOMRect[]} shut
 * @param {DOMRect[]} over what lies above the board, with which nothing may overlap
 * @returns {[Spot, Spot]}
 */
function spots(ghost, frame, shut, over) {
  const middle = ghost.y + ghost.height / 2;
  const reach = Math.max(ghost.height / 2, SIZE / 2);
  const parts = [0, 0.5, -0.5, 1, -1, 1.4];
  const ways = parts.map((part) => middle + part * reach);
  const tight = frame.width < 10 * SIZE && ghost.width < 2 * SIZE;
  const inside = (/** @type {Spot} */ { x, y }) => ({
    x: Math.min(Math.max(x, frame.left + EDGE + SIZE / 2), frame.right - EDGE - SIZE / 2),
    y: Math.min(Math.max(y, frame.top + EDGE + SIZE / 2), frame.bottom - EDGE - SIZE / 2),
  });
  /** @type {Spot[]} */
  const taken = [];
  const across = (/** @type {number} */ from, /** @type {number} */ size, /** @type {number} */ at) => Math.max(0, Math.min(from + size, at + SIZE / 2) - Math.max(from, at - SIZE / 2)) / size;
  const hides = (/** @type {Spot} */ { x, y }) => across(ghost.x, ghost.width, x) * across(ghost.y, ghost.height, y) > 1 / 3;
  const best = (/** @type {number} */ x, /** @type {number} */ away) => {
    let found = inside({ x, y: middle });
    let least = Infinity;
    const near = [...ways.map((y) => ({ x, y })), { x: ghost.x + ghost.width / 2 + (away * SIZE) / 1.8, y: ghost.bottom + SIZE / 2 }];
    const edge = parts.map((part) => ({ x: away * Infinity, y: middle + part * 2 * SIZE }));
    for (const spot of (tight ? [...edge, ...near] : [...near, ...edge]).map(inside)) {
      const hits = shut.filter((box) => covers(spot, box)).length + 4 * Number(hides(spot)) + 9 * over.filter((box) => overlaps(spot, box)).length + 9 * taken.filter((other) => Math.hypot(other.x - spot.x, other.y - spot.y) < SIZE).length;
      if (hits < least) [found, least] = [spot, hits];
    }
    taken.push(found);
    return found;
  };
  return [best(ghost.left, -1), best(ghost.right, 1)];
}

/** Whether a handle would lie on the middle of a box. @param {Spot} spot @param {DOMRect} box */
function covers({ x, y }, box) {
  const [dx, dy] = [Math.abs(box.x + box.width / 2 - x), Math.abs(box.y + box.height / 2 - y)];
  return dx < SIZE / 2 + Math.min(box.width / 4, 14) && dy < SIZE / 2 + Math.min(box.height / 4, 14);
}

/** Whether a handle would touch a box at all. @param {Spot} spot @param {DOMRect} box */
function overlaps({ x, y }, box) {
  return box.width > 0 && box.left < x + SIZE / 2 && box.right > x - SIZE / 2 && box.top < y + SIZE / 2 && box.bottom > y - SIZE / 2;
}
