// What can be picked now: lit on the panels, and as buttons in the bar where it lies on no panel.

/** @import { Picks } from "./picking.js" */
/** @import { Stage } from "./stage.js" */

import { capital } from "./page.js";
import { ROTATION, facet } from "./picking.js";

/**
 * Light the targets that may be picked; all others are shut.
 * @param {Stage} stage
 * @param {Picks} picks
 * @param {boolean} deciding
 */
export function light(stage, picks, deciding) {
  const open = deciding ? picks.open() : new Set();
  document.body.classList.toggle("deciding", deciding);
  for (const view of stage.views.values()) {
    let lit = false;
    for (const { node, item } of view.placed.values()) {
      if (!item.target) continue;
      const chosen = picks.chosen.includes(item.target);
      node.classList.toggle("shut", !deciding || !(open.has(item.target) || chosen));
      if (node.getAttribute("role") === "button") node.setAttribute("aria-pressed", String(chosen));
      lit ||= open.has(item.target);
    }
    view.element.classList.toggle("lit", lit);
  }
  stage.oneStopEach();
}

/**
 * The targets that are on no panel, with their names.
 * @param {Record<string, string>} labels
 * @param {Picks} picks
 */
export function loose(labels, picks) {
  const open = picks.open();
  return Object.entries(labels)
    .filter(([target]) => (open.has(target) || picks.chosen.includes(target)) && facet(target) !== ROTATION)
    .map(([target, label]) => ({ target, label: capital(label), chosen: picks.chosen.includes(target) }));
}
