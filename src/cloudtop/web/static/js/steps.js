// The turn as a strip of steps: what is done, what is to be done now, what comes later. A tap on one goes back to it.

/** @import { Stage } from "./stage.js" */
/** @import { Turn } from "./turn.js" */

import { at, h, icon } from "./elements.js";
import { beside, capital, say, signed } from "./page.js";
import { isRotation } from "./picking.js";

/** @typedef {{ title: string, line: string, state: string, back: number, points: number }} Row `back`: the move of the draft that it leads back to, or -1 */

/**
 * @param {Turn} turn
 * @param {boolean} deciding
 * @param {Stage} stage
 * @param {(at: number) => void} aim
 */
export function showSteps(turn, deciding, stage, aim) {
  const place = at("steps");
  const rows = deciding ? told(turn) ?? picked(turn, stage) : [];
  const held = place.contains(document.activeElement) ? [...place.children].findIndex((child) => child.contains(document.activeElement)) : -1;
  place.classList.toggle("empty", !rows.length);
  place.replaceChildren(...rows.map(({ title, line, state, back, points }, i) => {
    const button = h("button", { class: `step ${state}`, type: "button", "aria-current": state === "now" ? "step" : null, disabled: back < 0 },
      h("span", { class: "n" }, state === "done" ? icon("check") : String(i + 1)),
      h("span", { class: "words" }, h("strong", {}, title), line ? h("small", {}, line) : null),
      points ? h("b", { class: "plus num" }, signed(points)) : null);
    button.addEventListener("click", () => aim(back));
    return h("li", { class: state }, button);
  }));
  if (held >= 0) /** @type {HTMLElement | null | undefined} */ (place.children[held]?.firstElementChild)?.focus();
}

/** The steps of a turn that has several. @param {Turn} turn @returns {Row[] | null} */
function told(turn) {
  const steps = turn.told?.steps ?? turn.decision?.steps ?? [];
  if (steps.length < 2) return null;
  return steps.map(({ title, ask, state, done, moves, points }) => ({ title, points, line: done.length ? capital(beside(done)) : ask, state, back: done.length ? turn.draft.plan.indexOf(moves[0] ?? -1) : -1 }));
}

/** Of a turn that is one move, what was picked for it. @param {Turn} turn @param {Stage} stage @returns {Row[]} */
function picked({ draft, decision, asked, told: drafted }, stage) {
  const [step] = decision?.steps ?? [];
  const picks = draft.last?.picks ?? draft.picks;
  const chosen = picks.chosen.filter((target) => !isRotation(target));
  // Where nothing but a place is picked, what is done there says more than that it is one.
  const nameless = (draft.ready && chosen.length === 1 && step?.title) || say("place-picked");
  /** @type {Row[]} */
  const rows = chosen.map((target) => ({ title: capital(stage.slotName(target) || asked?.labels[target] || nameless), line: "", state: "done", back: draft.last ? draft.steps.length - 1 : -1, points: 0 }));
  const last = rows.at(-1);
  if (last && drafted?.plan.length) last.points = drafted.gains.reduce((all, line) => all + line.points, 0);
  const now = step ? { title: step.title, line: step.ask } : null;
  return draft.ready || !now ? rows : [...rows, { ...now, state: "now", back: -1, points: 0 }];
}
