// The page that tells how a table was dealt: it compares with this browser's note, and does every sum again.

/** @import { FairPage } from "./wire.js" */

import { checksOf, optionsOf, verdict } from "./fair-check.js";
import { noted, page, say } from "./page.js";
import "./settings.js";

const told = /** @type {FairPage} */ (page);
const note = noted(told.table);

/**
 * Say what came of a check, where the page has a place for it.
 * @param {string} place
 * @param {{ right: boolean | null, word: string, fields?: Record<string, string> }} check
 */
function tell(place, { right, word, fields }) {
  const line = document.getElementById(place);
  if (!line) return;
  line.dataset.right = String(right);
  line.textContent = `${right === null ? "" : right ? "✓ " : "✗ "}${say(word, fields)}`;
}

if (told.kind !== "none") {
  const checks = await checksOf(told, note);
  for (const check of checks) tell(`check-${check.place}`, check);
  const sound = told.sound === false ? { right: false, word: "deal-unsound" } : null;
  const end = verdict(told, checks);
  tell("verdict", end.right === false ? end : (sound ?? end));
  const command = document.getElementById("command");
  if (command && note) command.append(` ${optionsOf(note)}`);
}
document.body.dataset.checked = "true";
