// What happened, move by move.

/** @import { LogEntry, TableState } from "./wire.js" */

import { at, h, seatMark } from "./elements.js";
import { say } from "./page.js";
import { seatName } from "./players.js";

/** So many of the latest moves are listed. */
const LISTED = 60;

/** A move as a sentence. @param {TableState} state @param {LogEntry} entry */
export const sentence = (state, entry) => say("told", { name: seatName(state, entry.seat), words: entry.words });

/**
 * What a row of a list says about a move: whose it was, the words, the notation.
 * @param {TableState} state
 * @param {LogEntry} entry
 */
export const moveParts = (state, entry) => [
  seatMark(entry.seat),
  h("span", {}, h("span", { class: "visually-hidden" }, `${seatName(state, entry.seat)}: `), entry.words),
  entry.text ? h("code", {}, entry.text) : "",
];

/**
 * The log, of which the end is in sight.
 * @param {TableState} state
 */
export function showLog(state) {
  const list = at("log");
  const rows = state.log.slice(-LISTED).map((entry, i, all) =>
    h("li", { class: i === all.length - 1 ? "now" : "" }, ...moveParts(state, entry)));
  if (!rows.length) rows.push(h("li", { class: "muted" }, h("span", {}), h("span", {}, say("log-empty"))));
  list.replaceChildren(...rows);
  list.scrollTop = list.scrollHeight;
}
