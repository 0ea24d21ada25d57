// The line above the board: what is asked, or who is awaited; and the banner when the connection dropped or the game failed.

/** @import { TableState } from "./wire.js" */
/** @import { Turn } from "./turn.js" */

import { at, h, icon } from "./elements.js";
import { showAwaited } from "./later.js";
import { listed, say, tablePage } from "./page.js";
import { dots, seatName } from "./players.js";

/** @param {TableState} state @param {Turn} turn */
function asked({ seats, you, mine }, turn) {
  const line = !turn.ready ? (turn.asked?.prompt ?? "") : say(turn.told?.goes_on ? "ask-show" : "ask-end", { end: turn.told?.end ?? say("confirm") });
  // At a shared device everybody is "you": the name says who takes it now.
  const lead = mine.length > 1 && you !== null ? say("turn-lead-of", { name: seats[you]?.name ?? "" }) : say("turn-lead");
  return [h("span", { class: "dot", "aria-hidden": "true" }), h("span", {}, h("strong", {}, lead), say("gap"), line)];
}

/** @param {TableState} state */
function awaited(state) {
  const seats = state.seats.filter((seat) => seat.deciding);
  const bot = seats.find((seat) => seat.level);
  if (bot) return [dots(), h("span", {}, say("bot-thinks", { name: bot.name }))];
  if (!seats.length) return [];
  const names = seats.map(({ seat }) => seatName(state, seat));
  return [icon("clock"), h("span", {}, say(state.mine.length ? "waiting" : "waiting-for", { name: listed(names) }))];
}

const reconnecting = () => [h("span", { class: "spin", "aria-hidden": "true" }), h("span", {}, say("reconnecting"))];

/**
 * @param {TableState} state
 * @param {Turn} turn
 * @param {boolean} offline
 * @param {boolean} deciding whether this browser has something to decide now
 */
export function showPrompt(state, turn, offline, deciding) {
  const prompt = at("prompt");
  const content = offline ? reconnecting()
    : state.outcome ? [icon("crown"), h("span", {}, say("over"))]
      : deciding ? asked(state, turn) : awaited(state);
  prompt.classList.toggle("mine", deciding && !state.outcome);
  prompt.replaceChildren(...content);
  // Beside the board it gets no lower again: what stands under it stays where it is.
  if (!at("main").contains(prompt)) prompt.style.minHeight = `${prompt.offsetHeight}px`;
  const waits = !state.fair.dealt && !offline;
  prompt.dataset.awaits = waits ? String(state.seq) : "";
  if (waits) showAwaited(state);
}

/**
 * A short banner while the connection is being made again.
 * @param {boolean} up
 */
export function showReconnecting(up) {
  at("banner").hidden = up;
  at("banner").replaceChildren(...(up ? [] : reconnecting()));
}

/**
 * The banner of a table, with a way to try again at once.
 * @param {boolean} up
 * @param {boolean} restarting whether the house said that it restarts
 * @param {() => void} again
 */
export function showBanner(up, restarting, again) {
  document.body.classList.toggle("offline", !up);
  at("banner").hidden = up;
  if (up) return at("banner").replaceChildren();
  const button = h("button", { class: "btn", type: "button" }, say("try-now"));
  button.addEventListener("click", again);
  const [what, kept] = restarting ? [say("restarting"), say("restarting-line")] : [say("offline"), say("offline-line")];
  return at("banner").replaceChildren(h("span", { class: "spin", "aria-hidden": "true" }),
    h("span", { class: "grow" }, h("strong", {}, what), say("gap"), kept), button);
}

/**
 * A message that stays until it is put away, and the record to take home.
 * @param {string} message
 */
export function showLasting(message) {
  const close = h("button", { class: "btn", type: "button" }, say("close"));
  close.addEventListener("click", () => { at("banner").hidden = true; });
  const record = tablePage.table ? [h("a", { class: "btn", href: `/t/${tablePage.table}/record`, download: true }, icon("save"), say("record"))] : [];
  at("banner").hidden = false;
  at("banner").replaceChildren(h("span", { class: "grow" }, message), ...record, close);
}
