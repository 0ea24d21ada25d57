// What the draft would bring, at the foot of the stage: the sum first, then the lines; never over what can be tapped.

/** @import { Drafted } from "./wire.js" */
/** @import { Stage } from "./stage.js" */

import { at, h } from "./elements.js";
import { say, signed } from "./page.js";

const place = at("outlook");
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
    ...told.brings.filter(({ text }, i, all) => all.findIndex((one) => one.text === text) === i).map(({ text, good }) => h("li", { class: good === null ? "" : good ? "good" : "bad" }, h("span", { class: "mark", "aria-hidden": "true" }, good === null ? "•" : good ? "✓" : "!"), h("span", {}, text))),
    ...told.gains.map((line) => h("li", { class: line.points < 0 ? "bad" : "good" }, h("b", { class: "num mark" }, signed(line.points)), h("span", {}, line.text))),
  ];
  const more = rows.length - LINES;
  place.className = "outlook";
  place.replaceChildren(...(told.gains.length ? [h("b", { class: `sum num ${points < 0 ? "bad" : ""}` }, signed(points))] : []),
    h("ul", {}, ...rows.slice(0, LINES), ...(more > 0 ? [h("li", { class: "muted" }, say("and-more", { count: more }))] : [])));
  settle(stage);
  return undefined;
}

/** The corner where it covers the least of what can be tapped; where it covers some everywhere, only the sum. @param {Stage} stage */
function settle(stage) {
  const shut = [...stage.buttons().filter((node) => node.closest("#boards") && !node.matches(".shut")), ...document.querySelectorAll("#loose .btn, .handle, #main .prompt")]
    .map((node) => node.getBoundingClientRect()).filter(({ width }) => width);
  const hits = () => {
    const box = place.getBoundingClientRect();
    return shut.filter((other) => other.left < box.right && other.right > box.left && other.top < box.bottom && other.bottom > box.top).length;
  };
  for (const look of ["", "short"]) {
    for (const corner of ["", "right", "high"]) {
      place.className = `outlook ${look} ${corner}`;
      if (!hits()) return;
    }
  }
  place.className = "outlook short";
}
