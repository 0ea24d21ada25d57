// The page that tells how a table was dealt: every sum that a browser can do is done again here.

/** @import { FairPage } from "./wire.js" */

import { noted, page, say } from "./page.js";
import "./settings.js";
import { sha256 } from "./sha256.js";

const told = /** @type {FairPage} */ (page);
const before = noted(told.table);

/**
 * Say what came of a check, where the page has a place for it.
 * @param {string} place
 * @param {boolean | null} right null where there is nothing to compare
 * @param {string} word
 * @param {Record<string, string>} [fields]
 */
function tell(place, right, word, fields = {}) {
  const line = document.getElementById(`check-${place}`);
  if (!line) return;
  line.dataset.right = String(right);
  line.textContent = `${right === null ? "" : right ? "✓ " : "✗ "}${say(word, fields)}`;
}

/** The seal is still the one that this browser saw. */
function checkSeal() {
  if (!before) return tell("seal", null, "seal-unknown");
  const when = new Date(before.at).toLocaleString(told.lang);
  const same = before.seal === told.seal;
  return tell("seal", same, same ? "seal-same" : "seal-other", { when });
}

/** What this browser added is in the deal. */
function checkCut() {
  const counted = before !== null && told.cuts.some(({ cut }) => cut === before.cut);
  tell("cut", counted || null, counted ? "cut-in" : "cut-out");
}

/** What was sealed fits the seal. */
async function checkOpening() {
  const sealed = told.kind === "cut" ? `cloudtop shuffle ${told.shuffle}` : told.salt + told.seed;
  const fits = (await sha256(sealed)) === told.seal;
  tell("open", fits, fits ? "open-fits" : "open-wrong");
}

/** Shuffle and cuts make the number of the deal. */
async function checkSeed() {
  if (told.kind !== "cut") return;
  const cuts = told.cuts.filter(({ cut }) => cut).map(({ seat, cut }) => ` ${seat}:${cut}`);
  const sum = await sha256(`cloudtop deal ${told.shuffle}${cuts.join("")}`);
  const right = BigInt(`0x${sum}`) === BigInt(told.seed);
  tell("seed", right, right ? "seed-fits" : "seed-wrong");
}

if (told.kind !== "none") {
  checkSeal();
  checkCut();
  if (told.over) await Promise.all([checkOpening(), checkSeed()]);
}
document.body.dataset.checked = "true";
