// How far the game has come: a pill with dots in the head of the page; and, once, that these are the last turns.

/** @import { TableState } from "./wire.js" */

import { at, h, icon } from "./elements.js";
import { say } from "./page.js";
import { showNote } from "./tip.js";

/** More rounds than that are not counted by dots. */
const DOTS = 12;

/**
 * @param {TableState} state
 * @param {TableState | null} before
 */
export function showRound({ progress, outcome, decision, you }, before) {
  const pill = at("round");
  pill.hidden = !progress && !outcome;
  pill.classList.toggle("last", Boolean(progress?.last) && !outcome);
  if (outcome) return pill.replaceChildren(say("finished"));
  if (!progress) return pill.replaceChildren();
  const { now, of, text, last, notice } = progress;
  const dots = of > 1 && of <= DOTS ? h("span", { class: "pips", "aria-hidden": "true" }, ...Array.from({ length: of }, (_, i) => h("i", { class: i + 1 < now ? "done" : i + 1 === now ? "now" : "" }))) : null;
  pill.replaceChildren(...[last ? icon("flag") : null, h("span", {}, text), dots].filter((part) => part !== null));
  const told = Boolean(before?.progress?.last && (before.decision?.actions.length || you === null));
  if (last && notice && !told && (decision?.actions.length || you === null)) showNote(notice);
  return undefined;
}
