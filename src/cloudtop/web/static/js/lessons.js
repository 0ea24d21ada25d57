// The list of lessons: how far this device has come, and where to go on.

/** @import { LessonsPage } from "./wire.js" */

import { h, icon } from "./elements.js";
import { learned } from "./learned.js";
import { page, say } from "./page.js";
import "./settings.js";

const { lessons } = /** @type {LessonsPage} */ (page);

for (const { game, steps } of lessons) {
  const done = learned(game);
  const count = steps.filter(({ id }) => done.has(id)).length;
  const far = document.querySelector(`[data-far="${game}"]`);
  far?.replaceChildren(
    h("span", { class: "bars", "aria-hidden": "true" }, ...steps.map(({ id }) => h("i", { class: done.has(id) ? "done" : "" }))),
    h("span", {}, say("lesson-far", { count, steps: steps.length })));
  const next = steps.find(({ id }) => !done.has(id)) ?? steps[0];
  const button = document.querySelector(`[data-next="${game}"]`);
  if (!(button instanceof HTMLAnchorElement) || !next) continue;
  for (const { id } of steps) {
    const row = document.querySelector(`[data-step="${id}"]`);
    row?.classList.toggle("done", done.has(id));
    row?.classList.toggle("now", id === next.id && count < steps.length);
    if (done.has(id)) row?.querySelector(".n")?.replaceChildren(icon("check"), h("span", { class: "visually-hidden" }, say("lesson-done")));
  }
  button.href = `/learn/${game}/${next.id}`;
  const label = button.querySelector("span");
  if (label && count) label.textContent = count < steps.length ? say("lesson-continue", { title: next.title }) : say("lesson-again");
}
