// What the draft would bring, beside the board or in a corner of it: the sum first, then the lines; never over what can be tapped.

/** @import { Brought, Drafted } from "./wire.js" */
/** @import { Stage } from "./stage.js" */

import { boxes, clear, pieces } from "./boxes.js";
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

/**
 * Beside the board below the slots, else the corner where it covers no piece, else where nothing is asked any more, else the
 * corner where it covers nothing that can be tapped; where it would everywhere, it is narrower, then only the sum.
 * @param {Stage} stage
 * @param {boolean} ready
 */
function settle(stage, ready) {
  const open = boxes([...stage.buttons().filter((node) => node.closest("#boards") && !node.matches(".shut")), ...document.querySelectorAll("#boards use.ghost, #boards .chosen, #loose .btn, .handle")]);
  const asked = boxes(document.querySelectorAll("#main .prompt, #since-folded"));
  const [lying, docked] = [pieces(stage), boxes(at("dock").children)];
  const [{ top }, dock] = [at("main").getBoundingClientRect(), at("dock").getBoundingClientRect()];
  const fits = (/** @type {string} */ look, /** @type {DOMRect[]} */ more) => {
    place.className = `outlook ${look}`;
    const box = place.getBoundingClientRect();
    if (look.includes("beside")) return box.left >= dock.left && clear(box, docked);
    if (look.includes("above")) return clear(box, docked.slice(1));
    return box.top >= top && clear(box, [...open, ...(look.includes("instead") ? [] : asked), ...more]);
  };
  const corners = ["", "right", "high", "high right"];
  const [brief, short, slim] = ["brief", "short", "slim"].map((size) => corners.map((corner) => `${size} ${corner}`.trim()));
  // It may stand instead of what is asked, as soon as nothing more is: on a phone, and above a dock that is full.
  const side = document.body.classList.contains("side");
  const instead = !ready ? [] : small.matches ? ["instead", "instead brief"] : side ? ["above", "above tight"] : [];
  const beside = side ? ["beside", "beside tight"] : [];
  // A single line may be a narrow one.
  const narrow = place.querySelectorAll("li").length > 1 ? [] : (small.matches ? brief : slim) ?? [];
  if ([...beside, ...corners, ...narrow, ...instead].some((look) => fits(look, lying))) return;
  if ([...corners, ...instead, ...brief ?? [], ...short ?? []].some((look) => fits(look, []))) return;
  place.className = "outlook short";
}
