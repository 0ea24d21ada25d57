// One device for several players: a curtain between turns, so that nobody sees another's secrets.

import { at, h, icon, say, seatMark } from "./page.js";

/**
 * @param {{ seat: number, name: string }} seat
 * @param {() => void} lift
 */
export function drawCurtain(seat, lift) {
  const curtain = at("curtain");
  if (!curtain.hidden && curtain.dataset.seat === String(seat.seat)) return;
  const button = h("button", { class: "btn go big", type: "button" }, icon("eye"), say("curtain-lift", { name: seat.name }));
  button.addEventListener("click", lift);
  curtain.dataset.seat = String(seat.seat);
  curtain.replaceChildren(h("div", { class: "card", role: "dialog", "aria-modal": "true", "aria-labelledby": "curtain-title" },
    h("p", { class: "mark" }, seatMark(seat.seat)),
    h("h2", { id: "curtain-title" }, say("curtain-title", { name: seat.name })),
    h("p", { class: "muted" }, say("curtain-line")), button));
  curtain.hidden = false;
  for (const id of ["main", "dock", "bar", "rail"]) at(id).inert = true;
  button.focus();
}

export function liftCurtain() {
  const curtain = at("curtain");
  if (curtain.hidden) return;
  curtain.hidden = true;
  curtain.replaceChildren();
  for (const id of ["main", "dock", "bar", "rail"]) at(id).inert = false;
  at("main").focus();
}
