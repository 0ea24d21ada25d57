// What happened, in words and small pictures: the newest first, round by round.

/** @import { Brought, LogEntry, TableState } from "./wire.js" */

import { at, h, seatMark } from "./elements.js";
import { capital, kept, labelled, say, sentences, signed } from "./page.js";
import { drawn } from "./picture.js";
import { seatName } from "./players.js";

/** So many of the latest moves are listed. */
const LISTED = 60;

/** A move in short. @param {LogEntry} entry */
export const deedOf = (entry) => entry.deed || entry.words;

/** A move as a sentence, with what it brought about. @param {TableState} state @param {LogEntry} entry */
export function sentence(state, entry) {
  const points = entry.points ? [signed(entry.points)] : [];
  return sentences([labelled(seatName(state, entry.seat), deedOf(entry)), ...points, ...(entry.brings ?? []).map(({ text }) => text)]);
}

/** @param {Brought} brought */
const consequence = ({ text, good }) => h("small", { class: good === false ? "bad" : good ? "good" : "" }, text);

/** Whether moves are shown in notation too. */
const notation = () => kept("notation", "off") === "on";

/**
 * What a row of a list says about a move: whose it was, a picture, the words, what it brought.
 * @param {TableState} state
 * @param {LogEntry} entry
 */
export const moveParts = (state, entry) => [
  seatMark(entry.seat),
  drawn(entry.picture),
  h("span", { class: "words" }, h("span", { class: "visually-hidden" }, labelled(seatName(state, entry.seat), "")), capital(deedOf(entry)),
    ...(entry.brings ?? []).map(consequence), entry.text && notation() ? h("code", {}, entry.text) : ""),
  entry.points ? h("b", { class: `num ${entry.points < 0 ? "lost" : ""}` }, signed(entry.points)) : "",
];

/**
 * The log; pointing at a line shows on the board what it speaks of.
 * @param {TableState} state
 * @param {number} fresh entries after this event are new to whoever looks
 * @param {(entry: LogEntry | null, row: HTMLElement) => void} point
 */
export function showLog(state, fresh, point) {
  const list = at("log");
  /** @type {HTMLElement[]} */
  const rows = [];
  let round = 0;
  for (const entry of state.log.slice(-LISTED).reverse()) {
    if (entry.round && entry.round !== round) {
      round = entry.round;
      rows.push(h("li", { class: "round" }, say("log-round", { round })));
    }
    rows.push(rowOf(state, entry, fresh, point));
  }
  if (!rows.length) rows.push(h("li", { class: "muted" }, say("log-empty")));
  const held = document.activeElement instanceof HTMLElement && list.contains(document.activeElement) ? document.activeElement.dataset.seq : undefined;
  list.replaceChildren(...rows);
  if (held) /** @type {HTMLElement | null} */ (list.querySelector(`[data-seq="${held}"]`))?.focus({ preventScroll: true });
  else list.scrollTop = 0;
}

/**
 * @param {TableState} state
 * @param {LogEntry} entry
 * @param {number} fresh
 * @param {(entry: LogEntry | null, row: HTMLElement) => void} point
 */
function rowOf(state, entry, fresh, point) {
  const parts = moveParts(state, entry);
  const classes = entry.seq > fresh && !state.mine.includes(entry.seat) ? "row new" : "row";
  if (!entry.marks?.length) return h("li", {}, h("span", { class: classes, title: entry.words }, ...parts));
  const button = h("button", { class: classes, type: "button", "data-seq": entry.seq, title: entry.words }, ...parts);
  for (const kind of ["pointerenter", "focus", "click", "press"]) button.addEventListener(kind, () => point(entry, button));
  for (const kind of ["pointerleave", "blur"]) button.addEventListener(kind, () => point(null, button));
  return h("li", {}, button);
}
