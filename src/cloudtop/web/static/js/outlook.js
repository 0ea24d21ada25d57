// What the draft would bring, at the foot of the stage: the sum first, then the lines; never over what can be tapped.

/** @import { Brought, Drafted } from "./wire.js" */
/** @import { Stage } from "./stage.js" */

import { at, h } from "./elements.js";
import { capital, say, signed } from "./page.js";

const place = at("outlook");
const small = matchMedia("(max-width: 860px)");
/** So many lines are told; the rest is counted. */
const LINES = 4;

/**
 * @param {Drafted | null} told
 * @param {Stage} stage
 */
export function showOutlook(told, stage) {
  place.hidden = !told?.plan.length || (!told.gains.length && !told.brings.length);
  if (!told || place.hidden) return place.replaceChildren();
  const points = told.gains.reduce((all, line) => all + line.points, 0);
  const rows = [
    ...worstFirst(told.brings.filter(({ text }, i, all) => all.findIndex((one) => one.text === text) === i)).map(({ text, good }) => h("li", { class: good === null ? "" : good ? "good" : "bad" }, h("span", { class: "mark", "aria-hidden": "true" }, good === null ? "•" : good ? "✓" : "!"), h("span", {}, text))),
    ...told.gains.map((line) => h("li", { class: line.points < 0 ? "bad" : "good" }, h("b", { class: "num mark" }, signed(line.points)), h("span", {}, capital(line.text)))),
  ];
  const more = rows.length - LINES;
  place.className = "outlook";
  place.replaceChildren(...(told.gains.length ? [h("b", { class: `sum num ${points < 0 ? "bad" : ""}` }, signed(points))] : []),
    h("ul", {}, ...rows.slice(0, LINES), ...(more > 0 ? [h("li", { class: "muted" }, say("and-more", { count: more }))] : [])));
  settle(stage, told.ready);
  return undefined;
}

/** What does harm is told before anything else. @param {readonly Brought[]} brings */
const worstFirst = (brings) => [...brings.filter(({ good }) => good === false), ...brings.filter(({ good }) => good !== false)];

/** The corner where it covers nothing that can be tapped; where it would everywhere, it is narrower, then only the sum. @param {Stage} stage @param {boolean} ready */
function settle(stage, ready) {
  const boxes = (/** @type {Iterable<Element>} */ nodes) => [...nodes].map((node) => node.getBoundingClientRect()).filter(({ width }) => width);
  const open = boxes([...stage.buttons().filter((node) => node.closest("#boards") && !node.matches(".shut")), ...document.querySelectorAll("#boards use.ghost, #boards .chosen, #loose .btn, .handle")]);
  const asked = boxes(document.querySelectorAll("#main .prompt"));
  const hits = (/** @type {boolean} */ instead) => {
    const box = place.getBoundingClientRect();
    return [...open, ...(instead ? [] : asked)].some((other) => other.left < box.right && other.right > box.left && other.top < box.bottom && other.bottom > box.top);
  };
  const corners = ["", "right", "high", "high right"];
  // On a phone it may stand instead of what is asked, as soon as nothing more is.
  const whole = [...corners, ...(ready && small.matches ? ["instead", "instead brief"] : [])];
  for (const look of [...whole, ...corners.map((corner) => `brief ${corner}`), ...corners.map((corner) => `short ${corner}`)]) {
    place.className = `outlook ${look}`;
    if (!hits(look.includes("instead"))) return;
  }
  place.className = "outlook short";
}
