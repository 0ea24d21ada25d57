// Marks on panels: a glow around things, a ring with points. They show what a move, a hint or a score line speaks of.

/** @import { View } from "./stage.js" */

import { s } from "./elements.js";
import { signed } from "./page.js";

/**
 * Things of a panel that belong together, and what they brought.
 * @typedef {object} Mark
 * @property {string[]} items
 * @property {number} [points]
 * @property {string} [text] instead of points
 */

/** @typedef {{ x: number, y: number, width: number, height: number }} Area */

/** The height of a badge and the least radius of a ring, in pixels of the screen. */
const BADGE = 22;
const RING = 13;

/** Watches panels change their size, so that badges keep theirs. */
const resized = new ResizeObserver((entries) => {
  for (const { target } of entries) for (const layer of target.querySelectorAll(".marks")) fit(/** @type {SVGElement} */ (layer));
});

/**
 * Mark things on a panel, instead of what was marked there by that name.
 * @param {View | undefined} view
 * @param {Mark[]} marks
 * @param {string} name who marks: `deed`, `since`, `point`, `why`, `hint`, `place`
 */
export function mark(view, marks, name) {
  if (!view) return;
  unmark(view, name);
  const layer = s("g", { class: `marks ${name}`, "aria-hidden": "true" });
  for (const { items, points = 0, text } of marks) {
    const areas = items.flatMap((id) => {
      const node = view.placed.get(id)?.node;
      node?.setAttribute("data-mark", name);
      return node instanceof SVGGraphicsElement ? [areaOf(node)] : [];
    });
    const said = text ?? (points ? signed(points) : "");
    const [first, ...rest] = areas;
    if (first && (said || name !== "why")) layer.append(ringOf(name === "why" ? rest.reduce(both, first) : smallest(areas, first), said, name));
  }
  if (!layer.childElementCount || !("svg" in view)) return;
  view.svg.append(layer);
  fit(layer);
  resized.observe(view.svg);
}

/**
 * @param {View} view
 * @param {string} name
 */
export function unmark(view, name) {
  for (const node of view.element.querySelectorAll(`[data-mark="${name}"]`)) node.removeAttribute("data-mark");
  for (const layer of view.element.querySelectorAll(`.marks.${name}`)) layer.remove();
}

/**
 * Take the marks of a name from all panels.
 * @param {Iterable<View>} views
 * @param {string} name
 */
export function unmarkAll(views, name) {
  for (const view of views) unmark(view, name);
}

/** The name of a place, as texts have it. */
const PLACE = /(?<![a-z])[a-n]\d{1,2}(?!\d)/g;

/**
 * Show on a panel the places that texts name.
 * @param {View | undefined} view
 * @param {string[]} texts
 */
export function markPlaces(view, texts) {
  if (!view) return;
  const names = new Set(texts.flatMap((text) => text.match(PLACE) ?? []));
  const things = [...view.placed.values()].map(({ item }) => ({ id: item.id, at: new Set(`${item.target.replace(",", "_")}-${item.id}`.split(/[^a-z\d_]+/)) }));
  mark(view, [...names].flatMap((text) => {
    // Targets and items tell a place by its name, or by column and row.
    const pair = `${text.charCodeAt(0) - 97}_${Number(text.slice(1)) - 1}`;
    const found = things.find(({ at }) => at.has(text) || at.has(pair));
    return found ? [{ items: [found.id], text }] : [];
  }), "place");
}

/** Where a thing stands on its panel, however it moves at the moment. @param {SVGGraphicsElement} node @returns {Area} */
function areaOf(node) {
  const { x, y, width, height } = node.getBBox();
  const matrix = node.transform.baseVal.consolidate()?.matrix;
  if (!matrix) return { x, y, width, height };
  const points = [[x, y], [x + width, y], [x, y + height], [x + width, y + height]]
    .map(([px = 0, py = 0]) => ({ x: matrix.a * px + matrix.c * py + matrix.e, y: matrix.b * px + matrix.d * py + matrix.f }));
  const [xs, ys] = [points.map((point) => point.x), points.map((point) => point.y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

/** @param {Area} one @param {Area} other @returns {Area} */
function both(one, other) {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  const right = Math.max(one.x + one.width, other.x + other.width);
  const foot = Math.max(one.y + one.height, other.y + other.height);
  return { x, y, width: right - x, height: foot - y };
}

/** @param {Area[]} areas @param {Area} first @returns {Area} */
const smallest = (areas, first) => areas.reduce((best, area) => (area.width * area.height < best.width * best.height ? area : best), first);

/** @param {Area} area @param {string} said @param {string} name */
function ringOf({ x, y, width, height }, said, name) {
  const ring = s("g", { transform: `translate(${x + width / 2} ${y + height / 2})` });
  const radius = Math.min(width, height) / 2 + 4;
  if (name !== "why") ring.append(s("circle", { class: "ring", r: radius, "data-radius": radius }));
  if (!said) return ring;
  const text = s("text", { class: "said" });
  text.textContent = said;
  const badge = s("g", name === "place" ? { transform: `translate(0 ${BADGE})` } : {},
    s("rect", { x: -(said.length * 4.6 + 9), y: -BADGE / 2, width: said.length * 9.2 + 18, height: BADGE, rx: BADGE / 2 }), text);
  ring.append(s("g", { class: "badge", "data-lift": ["why", "hint", "place"].includes(name) ? 0 : radius }, badge));
  return ring;
}

/** Give badges and rings their size on the screen, whatever the size of the panel. @param {SVGElement} layer */
function fit(layer) {
  const scale = layer.ownerSVGElement?.getScreenCTM()?.a;
  if (!scale) return;
  for (const ring of layer.querySelectorAll(".ring")) ring.setAttribute("r", String(Math.max(Number(ring.getAttribute("data-radius")), RING / scale)));
  for (const badge of layer.querySelectorAll(".badge")) {
    const lift = Number(badge.getAttribute("data-lift"));
    badge.setAttribute("transform", `translate(0 ${lift ? -Math.max(lift, RING / scale) : 0}) scale(${1 / scale})`);
  }
}
