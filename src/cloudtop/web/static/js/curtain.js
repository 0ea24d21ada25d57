// One device for several players: a curtain between turns, so that nobody sees another's secrets.

/** @import { SeatStatus } from "./wire.js" */

import { at, h, icon, seatMark } from "./elements.js";
import { say } from "./page.js";

/** What lies behind the curtain. */
const HIDDEN = ["main", "dock", "bar", "rail"];

/**
 * @param {SeatStatus} status whose turn it is now
 * @param {() => void} lift
 */
export function drawCurtain({ seat, name }, lift) {
  const curtain = at("curtain");
  if (!curtain.hidden && curtain.dataset.seat === String(seat)) return;
  const button = h("button", { class: "btn go big", type: "button" }, icon("eye"), say("curtain-lift", { name }));
  button.addEventListener("click", lift);
  curtain.dataset.seat = String(seat);
  curtain.replaceChildren(h("div", { class: "card", role: "dialog", "aria-modal": "true", "aria-labelledby": "curtain-title" },
    h("p", { class: "mark" }, seatMark(seat)),
    h("h2", { id: "curtain-title" }, say("curtain-title", { name })),
    h("p", { class: "muted" }, say("curtain-line")), button));
  curtain.hidden = false;
  for (const id of HIDDEN) at(id).inert = true;
  button.focus();
}

export function liftCurtain() {
  const curtain = at("curtain");
  if (curtain.hidden) return;
  curtain.hidden = true;
  curtain.replaceChildren();
  for (const id of HIDDEN) at(id).inert = false;
  at("main").focus();
}
