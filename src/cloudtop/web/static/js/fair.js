// A table that waits for its players before it is dealt: who is awaited; the host need not wait.

/** @import { TableState } from "./wire.js" */

import { at, h, icon } from "./elements.js";
import { listed, say } from "./page.js";
import { seatName } from "./players.js";
import { dealNow } from "./requests.js";
import { showNote } from "./tip.js";

/** Show who is awaited, if that is still to be shown. @param {TableState} state */
export function showAwaited(state) {
  const prompt = at("prompt");
  if (prompt.dataset.awaits !== String(state.seq)) return;
  const { awaited, closed, seals } = state.fair;
  // Who has sealed a cut has to be there when all are opened.
  const away = closed ? [] : seals.map(({ seat }) => seat).filter((seat) => !state.seats[seat]?.here && !state.seats[seat]?.level);
  const names = listed([...awaited, ...away].map((seat) => seatName(state, seat)));
  const button = h("button", { class: "btn", type: "button", id: "deal-now" }, say("deal-now"));
  button.addEventListener("click", () => dealNow().catch((error) => showNote(String(error instanceof Error ? error.message : error))));
  prompt.replaceChildren(icon("clock"), h("span", {}, say(closed ? "deal-opens" : "deal-waits", { names })), ...(state.host ? [" ", button] : []));
}
