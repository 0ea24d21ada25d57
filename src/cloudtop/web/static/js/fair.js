// A fair deal, seen from the table: this browser notes the seal, cuts once, and says who is still awaited.

/** @import { TableState } from "./wire.js" */

import { h, icon } from "./elements.js";
import { dealNow } from "./later.js";
import { hex, keep, kept, say, tablePage } from "./page.js";
import { seatName } from "./players.js";

/** What a browser noted before a deal. @typedef {{ seal: string, cut: string, at: number }} Noted */

/** What this browser noted about a table, if it did. @param {string} table @returns {Noted | null} */
export function noted(table) {
  try {
    return JSON.parse(kept(`fair:${table}`, "null"));
  } catch {
    return null;
  }
}

/** @type {Noted | null} */
let own = null;

/**
 * What this browser adds to the deal. It is chosen by chance after the page has told the seal, and noted with it, so
 * that both can be compared when the game is over.
 * @returns {string | null} null at a table where nothing was sealed
 */
export function ownCut() {
  const { seal, table } = tablePage;
  if (!seal) return null;
  own ??= noted(table);
  if (!own) {
    own = { seal, cut: hex(crypto.getRandomValues(new Uint8Array(16))), at: Date.now() };
    keep(`fair:${table}`, JSON.stringify(own));
  }
  return own.cut;
}

/** Who is awaited before it is dealt; the host need not wait. @param {TableState} state */
export function awaitedCuts(state) {
  const names = state.fair.awaited.map((seat) => seatName(state, seat)).join(", ");
  const line = h("span", {}, say("deal-waits", { names }));
  if (!state.host) return [icon("clock"), line];
  const button = h("button", { class: "btn", type: "button", id: "deal-now" }, say("deal-now"));
  button.addEventListener("click", () => dealNow().catch(() => {}));
  return [icon("clock"), line, " ", button];
}
