// What takes room on the screen, as boxes: what is told looks among them for a place where it covers nothing.

/** @import { Stage } from "./stage.js" */

/** Where these are, those that are to be seen. @param {Iterable<Element>} nodes */
export const boxes = (nodes) => [...nodes].map((node) => node.getBoundingClientRect()).filter(({ width }) => width);

/** Whether a box meets none of the others. @param {DOMRect} box @param {readonly DOMRect[]} others */
export const clear = (box, others) => others.every((other) => other.left >= box.right || other.right <= box.left || other.top >= box.bottom || other.bottom <= box.top);

/** Where the pieces of the board on the stage are; a place that is not lit is none. @param {Stage} stage */
export function pieces(stage) {
  const views = [...stage.views.values()].filter(({ element }) => element.closest("#boards"));
  return boxes(views.flatMap(({ placed }) => [...placed.values()].map(({ node }) => node)).filter((node) => !node.matches(".target.shut")));
}
