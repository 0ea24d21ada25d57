// What can be picked now: lit on the panels, and as buttons where it lies on no panel.

/** @import { Draft } from "./draft.js" */
/** @import { Stage } from "./stage.js" */

import { capital } from "./page.js";
import { isRotation } from "./picking.js";

/**
 * The targets that are lit: what goes with the picks, and what would take the place of one.
 * @param {Draft} draft
 */
export function lit(draft) {
  const found = draft.picks.open();
  for (const target of draft.picks.instead()) found.add(target);
  const step = draft.aim === null ? draft.last : draft.steps[draft.aim];
  if (step && (draft.aim !== null || draft.ready)) for (const target of [...step.picks.open(), ...step.picks.instead()]) found.add(target);
  return found;
}

/**
 * Light the targets that may be picked; all others are shut, but a tap on one that belongs to the turn still counts.
 * @param {Stage} stage
 * @param {Draft} draft
 * @param {boolean} deciding
 */
export function light(stage, draft, deciding) {
  const open = deciding ? lit(draft) : new Set();
  const chosen = new Set(draft.chosen);
  document.body.classList.toggle("deciding", deciding);
  for (const view of stage.views.values()) {
    let any = false;
    for (const { node, item } of view.placed.values()) {
      if (!item.target) continue;
      node.classList.toggle("shut", !deciding || !(open.has(item.target) || chosen.has(item.target)));
      node.classList.toggle("deaf", !deciding || !draft.takes(item.target));
      if (node.getAttribute("role") === "button") node.setAttribute("aria-pressed", String(chosen.has(item.target)));
      any ||= open.has(item.target);
    }
    view.element.classList.toggle("lit", any);
  }
  stage.oneStopEach();
}

/**
 * The targets that are on no panel, with their names.
 * @param {Record<string, string>} labels
 * @param {Draft} draft
 */
export function loose(labels, draft) {
  const chosen = new Set(draft.chosen);
  return Object.entries(labels)
    .filter(([target]) => draft.takes(target) && !isRotation(target))
    .map(([target, label]) => ({ target, label: capital(label), chosen: chosen.has(target) }));
}
