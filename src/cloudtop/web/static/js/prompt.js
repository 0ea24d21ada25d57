// The line above the board: what is asked, or who is awaited; and the banner when the connection dropped.

import { at, capital, h, icon, say } from "./page.js";
import { dots, seatName } from "./rail.js";

/** @param {any} state @param {import("./picking.js").Picks} picks */
function asked(state, picks) {
  const settled = picks.settled();
  const line = settled ? say("ask-confirm", { words: capital(settled.words) }) : picks.chosen.length ? say("ask-more") : state.decision.prompt;
  return [h("span", { class: "dot", "aria-hidden": "true" }), h("span", {}, h("strong", {}, say("turn-lead")), " ", line)];
}

/** @param {any} state */
function awaited(state) {
  const seats = state.seats.filter((/** @type {any} */ seat) => seat.deciding);
  const bot = seats.find((/** @type {any} */ seat) => seat.level);
  if (bot) return [dots(), h("span", {}, say("bot-thinks", { name: bot.name }))];
  if (!seats.length) return [];
  const names = seats.map((/** @type {any} */ seat) => seatName(state, seat.seat)).join(", ");
  return [icon("clock"), h("span", {}, say(state.mine.length ? "waiting" : "waiting-for", { name: names }))];
}

/**
 * @param {any} state
 * @param {import("./picking.js").Picks} picks
 * @param {boolean} offline
 * @param {boolean} deciding
 */
export function showPrompt(state, picks, offline, deciding) {
  const prompt = at("prompt");
  const content = offline ? [h("span", { class: "spin", "aria-hidden": "true" }), h("span", {}, say("reconnecting"))]
    : state.outcome ? [icon("crown"), h("span", {}, say("over"))]
      : deciding ? asked(state, picks) : awaited(state);
  prompt.classList.toggle("mine", deciding && !state.outcome);
  prompt.replaceChildren(...content);
}

/**
 * @param {boolean} up
 * @param {() => void} again
 */
export function showBanner(up, again) {
  const banner = at("banner");
  document.body.classList.toggle("offline", !up);
  banner.hidden = up;
  if (up) return banner.replaceChildren();
  const button = h("button", { class: "btn", type: "button" }, say("try-now"));
  button.addEventListener("click", again);
  return banner.replaceChildren(h("span", { class: "spin", "aria-hidden": "true" }),
    h("span", { class: "grow" }, h("strong", {}, say("offline")), " ", say("offline-line")), button);
}
