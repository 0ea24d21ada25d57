// One player alone: the scale on which a result stands, the best so far (kept on this device), what comes next.

/** @import { Rung } from "./wire.js" */

import { h } from "./elements.js";
import { keep, kept, page, say, tablePage } from "./page.js";

/** The best result of a game on this device. @typedef {{ points: number, on: string, table: string }} Best */

/** @returns {Best | null} */
function best() {
  try {
    const found = /** @type {Partial<Best> | null} */ (JSON.parse(kept(`best:${tablePage.game}`) || "null"));
    return typeof found?.points === "number" ? { points: found.points, on: String(found.on), table: String(found.table) } : null;
  } catch {
    return null;
  }
}

/** A day in the page's language. @param {string} on */
const day = (on) => new Intl.DateTimeFormat(page.lang, { day: "numeric", month: "long", year: "numeric" }).format(new Date(on));

/** The step that so many points reach, from 0; below the lowest, -1. @param {Rung[]} scale @param {number} points */
export const rungOf = (scale, points) => scale.findLastIndex(([least]) => points >= least);

/**
 * How a result stands against the best one, which is kept.
 * @param {number} points
 */
export function bestOf(points) {
  const before = best();
  const again = before?.table === tablePage.table;
  if (!again && (!before || points > before.points)) keep(`best:${tablePage.game}`, JSON.stringify({ points, on: new Date().toISOString(), table: tablePage.table }));
  const text = !before || again || points > before.points ? say("best-new") : say("best", { points: before.points, day: day(before.on) });
  return h("span", { class: "muted best" }, text);
}

/**
 * The scale with the step that was reached, the highest first, and how far it is to the next.
 * @param {Rung[]} scale
 * @param {number} points
 */
export function scaleOf(scale, points) {
  if (!scale.length) return null;
  const here = rungOf(scale, points);
  const next = scale[here + 1];
  const rows = scale.map(([least, text], i) => {
    const after = scale[i + 1];
    const range = !after ? say("scale-from", { points: least }) : i ? say("scale-between", { points: least, most: after[0] - 1 }) : say("scale-upto", { points: after[0] - 1 });
    return h("li", { class: i === here ? "here" : "", "aria-current": i === here ? "true" : null }, h("span", {}, text), h("span", { class: "num" }, range), i === here ? h("b", { class: "num" }, say("scale-you", { points })) : null);
  });
  return h("div", { class: "scale" }, h("ol", {}, ...rows.reverse()), next ? h("p", {}, say("scale-next", { points: next[0] - points })) : null);
}

/** What there is to reach while one plays. @param {Rung[]} scale @param {number} points */
export function goalOf(scale, points) {
  const next = scale[rungOf(scale, points) + 1] ?? scale.at(-1);
  const before = best();
  return next ? [say("goal", { text: next[1], points: next[0] }), before ? say("best", { points: before.points, day: day(before.on) }) : ""].filter(Boolean).join(say("gap")) : "";
}
