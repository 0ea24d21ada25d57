// The players beside the board: who they are, what they are doing, how they stand.

/** @import { SeatStatus, TableState } from "./wire.js" */

import { at, h, icon, s, seatMark } from "./elements.js";
import { clock, say, tablePage } from "./page.js";

/** A table now or, in a replay, at an earlier moment. @typedef {TableState & { past?: boolean }} Moment */

/**
 * What the player of a seat is called here.
 * @param {Pick<TableState, "seats" | "you" | "mine">} state
 * @param {number} seat
 */
export function seatName({ seats, you, mine }, seat) {
  return seat === you && mine.length < 2 ? say("you") : (seats[seat]?.name ?? "");
}

/** What the others call you, where only you are called so here. @param {TableState} state */
export const ownName = ({ seats, you, mine }) => (you === null || mine.length > 1 ? undefined : seats[you]?.name);

/** @param {Moment} state @param {SeatStatus} seat */
function standing(state, seat) {
  if (state.outcome || state.past) return "";
  if (seat.free && !seat.level) return say("seat-free");
  const absence = state.away.find((one) => one.seat === seat.seat);
  if (absence && !seat.here) return say("away-bot", { until: clock(absence.since + absence.grace) });
  if (seat.chosen) return say("chosen");
  if (seat.deciding && seat.level) return say("thinking");
  if (seat.deciding) return seat.seat === state.you ? say("your-turn") : say("choosing");
  if (seat.level) return say("bot");
  return seat.here ? say("here") : say("away");
}

/**
 * @typedef {object} Does
 * @property {(seat: SeatStatus) => void} menu
 * @property {(seat: SeatStatus) => void} show their board, or one's own again
 * @property {(seat: number) => boolean} shown whether that is on the stage
 * @property {Map<number, number>} news by seat: how much it did since one's last turn
 */

/** What a player is known by on the board. @param {SeatStatus} seat */
const signs = ({ signs: all }) => all.map(([sprite, title]) => s("svg", { class: "sign", viewBox: "-12 -12 24 24", role: "img", "aria-label": title }, s("use", { href: `#${sprite}` })));

/** What somebody has; nothing in a game without points. @param {SeatStatus} seat @param {string} className */
const points = ({ score }, className) => (tablePage.points ? h("span", { class: className }, String(score)) : "");

/**
 * The players, each with room for the small panels of the others.
 * @param {Moment} state
 * @param {Does} does
 */
export function showPlayers(state, does) {
  const list = at("others");
  const order = [...state.seats].sort((one, other) => turnsAfterYou(state, one) - turnsAfterYou(state, other));
  const phone = document.getElementById("phone-seats");
  const held = phone?.contains(document.activeElement) ? document.activeElement?.getAttribute("data-pill") : null;
  phone?.replaceChildren();
  for (const seat of order) {
    const row = rowOf(list, seat);
    const thinking = seat.deciding && !state.outcome;
    row.classList.toggle("active", thinking);
    row.classList.toggle("away", !seat.here);
    row.classList.toggle("self", seat.seat === state.you);
    const menu = h("button", { class: "btn icon-only quiet", type: "button", "aria-label": say("seat-menu", { name: seat.name }) }, icon("more"));
    menu.addEventListener("click", () => does.menu(seat));
    const name = seatName(state, seat.seat);
    const status = h("span", { class: "status" }, thinking && seat.level && !state.past ? dots() : null,
      seat.chosen && !state.outcome && !state.past ? icon("check") : null, standing(state, seat));
    row.querySelector(".about")?.replaceChildren(
      h("span", { class: "name" }, seatMark(seat.seat), h("span", {}, name)), ...signs(seat), status,
      points(seat, "score num"), menu);
    list.append(row);
    phone?.append(h("li", {}, pill(state, seat, does)));
  }
  if (held) /** @type {HTMLElement | null | undefined} */ (phone?.querySelector(`[data-pill="${held}"]`))?.focus({ preventScroll: true });
}

/** A player on a phone: a tap shows their board, another one's own again. @param {Moment} state @param {SeatStatus} seat @param {Does} does */
function pill(state, seat, does) {
  const thinking = seat.deciding && !state.outcome;
  const news = does.news.get(seat.seat);
  const shown = does.shown(seat.seat);
  const button = h("button", { class: `pill ${thinking ? "active" : ""} ${shown ? "shown" : ""}`, type: "button", "data-pill": seat.seat, "aria-pressed": String(shown) },
    seatMark(seat.seat), h("span", { class: "called" }, seatName(state, seat.seat)), points(seat, "num"),
    seat.chosen && !state.outcome ? h("span", { class: "chose" }, icon("check"), h("span", { class: "visually-hidden" }, say("chosen"))) : null,
    thinking && seat.level ? dots() : null,
    news ? h("span", { class: "news num" }, String(news), h("span", { class: "visually-hidden" }, say("since"))) : null);
  button.addEventListener("click", () => does.show(seat));
  return button;
}

/** @param {TableState} state @param {SeatStatus} seat */
const turnsAfterYou = ({ you, seats }, { seat }) => (you === null ? seat : (seat - you + seats.length) % seats.length);

/** @param {HTMLElement} list @param {SeatStatus} seat */
function rowOf(list, { seat }) {
  return list.querySelector(`[data-seat="${seat}"]`)
    ?? h("li", { class: `other seat-${seat % 4}`, "data-seat": seat }, h("div", { class: "about" }), h("div", { class: "minis", "data-minis": seat }));
}

/** Three dots: somebody thinks. */
export const dots = () => h("span", { class: "think", "aria-hidden": "true" }, h("i"), h("i"), h("i"));
