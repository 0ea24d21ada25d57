// A table that waits for its players before it is dealt: who is awaited; the host need not wait.

/** @import { TableState } from "./wire.js" */

import { at, h, icon } from "./elements.js";
import { listed, say } from "./page.js";
import { seatName } from "./players.js";
import { dealNow } from "./requests.js";

/** Show who is awaited, if that is still to be shown. @param {TableState} state */
export function showAwaited(state) {
  const prompt = at("prompt");
  if (prompt.dataset.awaits !== String(state.seq)) return;
  const names = listed(state.fair.awaited.map((seat) => seatName(state, seat)));
  const button = h("button", { class: "btn", type: "button", id: "deal-now" }, say("deal-now"));
  button.addEventListener("click", () => dealNow().catch(() => {}));
  prompt.replaceChildren(icon("clock"), h("span", {}, say("deal-waits", { names })), ...(state.host ? [" ", button] : []));
}
