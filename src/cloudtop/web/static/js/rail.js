// Beside the board: who plays and how they stand, the score sheet, what happened.

import { at, h, icon, page, say, seatMark } from "./page.js";

/**
 * @typedef {object} Seat
 * @property {number} seat
 * @property {string} name
 * @property {string} kind
 * @property {string | null} level
 * @property {boolean} here
 * @property {boolean} [free]
 * @property {boolean} deciding
 * @property {number} score
 */
/** @typedef {{ text: string, points: number, rule: string }} Line */
/** @typedef {{ seat: number, total: number, lines: Line[] }} Sheet */
/** @typedef {{ label: string, lines: Line[][], titled: boolean }} Row for each seat, its lines of this row */
/** @typedef {{ seq: number, seat: number, text: string | null, words: string, secret?: boolean }} Entry */

/** @param {Seat} seat @param {any} state */
export function nameOf(seat, state) {
  return seat.seat === state.you && state.mine.length < 2 ? say("you") : seat.name;
}

/** @param {any} state @param {number} seat */
export const seatName = (state, seat) => nameOf(state.seats[seat], state);

/** @param {Seat} seat @param {any} state */
function standing(seat, state) {
  if (state.outcome || state.past) return "";
  if (seat.free && !seat.level) return say("seat-free");
  if (seat.deciding && seat.level) return say("thinking");
  if (seat.deciding) return seat.seat === state.you ? say("your-turn") : say("choosing");
  if (seat.level) return say("bot");
  return seat.here ? say("here") : say("away");
}

/**
 * The players, each with room for the small panels of the others.
 * @param {any} state
 * @param {(seat: Seat) => void} openSeat
 */
export function showSeats(state, openSeat) {
  const list = at("others");
  const order = [...state.seats].sort((one, other) => turnsAfter(one, state) - turnsAfter(other, state));
  const phone = at_("phone-seats");
  phone?.replaceChildren();
  for (const seat of order) {
    const row = rowOf(list, seat);
    const thinking = seat.deciding && !state.outcome;
    row.classList.toggle("active", thinking);
    row.classList.toggle("away", !seat.here);
    row.classList.toggle("self", seat.seat === state.you);
    const menu = h("button", { class: "btn icon-only quiet", type: "button", "aria-label": say("seat-menu", { name: seat.name }) }, icon("more"));
    menu.addEventListener("click", () => openSeat(seat));
    row.querySelector(".about")?.replaceChildren(
      h("span", { class: "name" }, seatMark(seat.seat), h("span", {}, nameOf(seat, state))),
      h("span", { class: "status" }, thinking && seat.level && !state.past ? dots() : null, standing(seat, state)),
      h("span", { class: "score num" }, String(seat.score)),
      menu);
    list.append(row);
    phone?.append(h("li", { class: thinking ? "active" : "" }, seatMark(seat.seat), nameOf(seat, state), " ", h("span", { class: "num" }, String(seat.score))));
  }
}

/** @param {string} id */
const at_ = (id) => document.getElementById(id);

/** @param {Seat} seat @param {any} state */
const turnsAfter = (seat, state) => (state.you === null ? seat.seat : (seat.seat - state.you + state.seats.length) % state.seats.length);

/** @param {HTMLElement} list @param {Seat} seat */
function rowOf(list, seat) {
  const known = list.querySelector(`[data-seat="${seat.seat}"]`);
  if (known) return known;
  return h("li", { class: `other seat-${seat.seat % 4}`, "data-seat": seat.seat },
    h("div", { class: "about" }), h("div", { class: "minis", "data-minis": seat.seat }));
}

export const dots = () => h("span", { class: "think", "aria-hidden": "true" }, h("i"), h("i"), h("i"));

/**
 * The score sheet: a table where the players share lines, else a list for each.
 * @param {HTMLElement} place
 * @param {any} state
 * @param {boolean} [named]
 */
export function showSheet(place, state, named = false) {
  /** @type {Sheet[]} */
  const sheets = state.sheets;
  const head = h("tr", {}, h("th", { scope: "col" }, h("span", { class: "visually-hidden" }, say("points-from"))));
  for (const sheet of sheets) {
    head.append(h("th", { scope: "col", class: column(sheet, state) },
      h("span", { class: "seat" }, seatMark(sheet.seat), h("span", { class: named ? "" : "visually-hidden" }, seatName(state, sheet.seat)))));
  }
  const total = h("tr", {}, h("th", { scope: "row" }, say("total")),
    ...sheets.map((sheet) => h("td", { class: column(sheet, state) }, String(sheet.total))));
  const rows = rowsOf(sheets, state.titles);
  // A single sum would only repeat the total.
  const alone = rows.length === 1 && rows[0].titled;
  const body = h("tbody", {});
  for (const { label, lines } of alone ? [] : rows) {
    body.append(h("tr", {}, h("th", { scope: "row" }, label), ...lines.map((few, seat) =>
      h("td", { class: column(sheets[seat], state), title: few.map((line) => line.text).join(", ") }, few.length ? String(sum(few)) : ""))));
  }
  const table = h("table", { class: "score-sheet" }, h("thead", {}, head), body, h("tfoot", {}, total));
  place.replaceChildren(h("div", { class: "scroll-x", tabindex: "0", role: "group", "aria-label": say("score") }, table));
  if (alone || (named && rows.some((row) => row.titled))) for (const sheet of sheets) if (sheet.lines.length) place.append(linesOf(sheet, state, alone));
}

/** @param {Line[]} lines */
const sum = (lines) => lines.reduce((points, line) => points + line.points, 0);

/**
 * The rows of a table of all sheets: a row for each line that all have; as soon as lines tell something of one player
 * only, a row for each rule, with its title, unless it has several lines that all have.
 * @param {Sheet[]} sheets
 * @param {Record<string, string>} titles what the rules are called
 * @returns {Row[]}
 */
function rowsOf(sheets, titles) {
  const rules = [...new Set(sheets.flatMap(({ lines }) => lines.map((line) => line.rule)))].map((rule) => {
    const lines = sheets.map((sheet) => sheet.lines.filter((line) => line.rule === rule));
    const texts = [...new Set(lines.flat().map((line) => line.text))];
    const most = Math.max(...lines.map((few) => few.length));
    return { rule, lines, texts, most, own: texts.length > most };
  });
  const some = rules.some(({ own }) => own);
  /** @type {Row[]} */
  const rows = [];
  for (const { rule, lines, texts, most, own } of rules) {
    if (own || (some && most === 1)) rows.push({ label: titles[rule], lines, titled: true });
    else for (const text of texts) rows.push({ label: text, lines: lines.map((few) => few.filter((line) => line.text === text)), titled: false });
  }
  return rows;
}

/** @param {Sheet} sheet @param {any} state */
function column(sheet, state) {
  if (state.outcome) return state.outcome.winners.includes(sheet.seat) ? "won" : "";
  return sheet.seat === state.you ? "me" : "";
}

/** @param {Sheet} sheet @param {any} state @param {boolean} wide whether nothing else tells the lines */
function linesOf(sheet, state, wide) {
  const list = h("ul", { class: "sheet-lines" });
  for (const line of sheet.lines) list.append(h("li", {}, h("span", {}, line.text), h("span", { class: "num" }, String(line.points))));
  return h("details", { open: wide && (sheet.seat === state.you || Boolean(state.outcome)) },
    h("summary", {}, seatMark(sheet.seat), h("span", {}, seatName(state, sheet.seat)), h("span", { class: "num" }, String(sheet.total))), list);
}

/** A move as a sentence. @param {any} state @param {Entry} entry */
export const told = (state, entry) => say("told", { name: seatName(state, entry.seat), words: entry.words });

/**
 * The log, of which the end is in sight.
 * @param {any} state
 */
export function showLog(state) {
  const list = at("log");
  /** @type {Entry[]} */
  const entries = state.log;
  const rows = entries.slice(-60).map((entry, i, all) =>
    h("li", { class: i === all.length - 1 ? "now" : "" }, seatMark(entry.seat),
      h("span", {}, h("span", { class: "visually-hidden" }, `${seatName(state, entry.seat)}: `), entry.words),
      entry.text ? h("code", {}, entry.text) : null));
  if (!rows.length) rows.push(h("li", { class: "muted" }, h("span", {}), h("span", {}, say("log-empty"))));
  list.replaceChildren(...rows);
  list.scrollTop = list.scrollHeight;
}

/** The picture of a table to look at or to share. */
export const pictureOf = () => `/t/${page.table}/picture.svg`;
