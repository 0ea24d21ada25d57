// The score sheet: a table where the players share lines, else a list for each.

/** @import { Sheet, SheetLine, TableState } from "./wire.js" */

import { h, seatMark } from "./elements.js";
import { beside, capital, say } from "./page.js";
import { seatName } from "./players.js";

/** A line, and its place on its sheet. @typedef {SheetLine & { place: number }} Line */
/** @typedef {{ label: string, lines: Line[][], titled: boolean }} Row for each seat, its lines of this row */
/** @typedef {Pick<TableState, "sheets" | "titles" | "seats" | "you" | "mine" | "outcome">} Scored */

/**
 * Where do these points come from?
 * @typedef {object} Asked
 * @property {number} seat
 * @property {number[]} lines places on the seat's sheet
 * @property {number | null} at after so many moves; null is now
 * @property {HTMLElement} button that was pressed
 */

/**
 * @typedef {object} Wanted
 * @property {boolean} [named] whether the players' names stand above, and everything is told
 * @property {number | null} [at] after so many moves it is
 * @property {(asked: Asked) => void} [why] tells where points come from; without it they are no buttons
 */

/**
 * @param {HTMLElement} place
 * @param {Scored} state
 * @param {Wanted} [wanted]
 */
export function showScoreSheet(place, state, wanted = {}) {
  const { named = false } = wanted;
  const { sheets } = state;
  const head = h("tr", {}, h("th", { scope: "col" }, h("span", { class: "visually-hidden" }, say("points-from"))));
  for (const sheet of sheets) {
    head.append(h("th", { scope: "col", class: columnClass(state, sheet.seat) },
      h("span", { class: "seat" }, seatMark(sheet.seat), h("span", { class: named ? "" : "visually-hidden" }, seatName(state, sheet.seat)))));
  }
  const total = h("tr", {}, h("th", { scope: "row" }, say("total")),
    ...sheets.map((sheet) => h("td", { class: columnClass(state, sheet.seat) }, String(sheet.total))));
  const rows = rowsOf(sheets, state.titles);
  // A single sum would only repeat the total.
  const alone = rows.length === 1 && rows.every((row) => row.titled);
  const body = h("tbody", {});
  for (const row of alone ? [] : rows) {
    const most = Math.max(...row.lines.map(sum));
    body.append(h("tr", {}, h("th", { scope: "row" }, row.label), ...row.lines.map((few, seat) => {
      const best = sheets.length > 1 && most > 0 && sum(few) === most;
      return h("td", { class: `${columnClass(state, seat)} ${best ? "best" : ""}`, title: beside(few.map((line) => line.text)) },
        few.length ? pointsOf(few, seat, row.label, state, wanted) : "");
    })));
  }
  const { tie } = state.outcome ?? {};
  const apart = tie && h("tr", { class: "tie" }, h("th", { scope: "row" }, say("tie-row", { title: tie.title })),
    ...sheets.map(({ seat }) => h("td", { class: columnClass(state, seat) }, tie.values[seat] === null ? "–" : String(tie.values[seat]))));
  const held = place.contains(document.activeElement) ? document.activeElement?.getAttribute("data-why") : null;
  const table = h("table", { class: "score-sheet" }, h("thead", {}, head), body, h("tfoot", {}, total, apart));
  place.replaceChildren(h("div", { class: "scroll-x", tabindex: "0", role: "group", "aria-label": say("score") }, table));
  if (alone || (named && rows.some((row) => row.titled))) {
    for (const sheet of sheets) if (sheet.lines.length) place.append(linesOf(sheet, state, alone, wanted));
  }
  if (held) /** @type {HTMLElement | null} */ (place.querySelector(`[data-why="${held}"]`))?.focus({ preventScroll: true });
}

/**
 * Points, as a button that shows where they come from.
 * @param {Line[]} few
 * @param {number} seat
 * @param {string} label
 * @param {Scored} state
 * @param {Wanted} wanted
 */
function pointsOf(few, seat, label, state, { why, at = null }) {
  const points = String(sum(few)).replace("-", "−");
  if (!why) return points;
  const lines = few.map(({ place }) => place);
  const button = h("button", { class: "points num", type: "button", "data-why": `${seat}:${lines.join(".")}`, "aria-expanded": "false",
    "aria-label": say("why", { name: seatName(state, seat), text: label, points }) }, points);
  for (const kind of ["click", "press"]) button.addEventListener(kind, () => why({ seat, lines, at, button }));
  return button;
}

/** @param {SheetLine[]} lines */
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
    const lines = sheets.map((sheet) => numbered(sheet).filter((line) => line.rule === rule));
    const texts = [...new Set(lines.flat().map((line) => line.text))];
    const most = Math.max(...lines.map((few) => few.length));
    return { rule, lines, texts, most, own: texts.length > most };
  });
  const some = rules.some(({ own }) => own);
  /** @type {Row[]} */
  const rows = [];
  for (const { rule, lines, texts, most, own } of rules) {
    if (own || (some && most === 1)) rows.push({ label: titles[rule] ?? "", lines, titled: true });
    else for (const text of texts) rows.push({ label: text, lines: lines.map((few) => few.filter((line) => line.text === text)), titled: false });
  }
  return rows;
}

/** @param {Scored} state @param {number} seat */
function columnClass(state, seat) {
  if (state.outcome) return state.outcome.winners.includes(seat) ? "won" : "";
  return seat === state.you ? "me" : "";
}

/** @param {Sheet} sheet @returns {Line[]} */
const numbered = (sheet) => sheet.lines.map((line, place) => ({ ...line, place }));

/**
 * @param {Sheet} sheet
 * @param {Scored} state
 * @param {boolean} wide whether nothing else tells the lines
 * @param {Wanted} wanted
 */
function linesOf(sheet, state, wide, wanted) {
  const list = h("ul", { class: "sheet-lines" });
  for (const line of numbered(sheet)) list.append(h("li", {}, h("span", {}, capital(line.text)), pointsOf([line], sheet.seat, line.text, state, wanted)));
  return h("details", { open: wide && (sheet.seat === state.you || Boolean(state.outcome)) },
    h("summary", {}, seatMark(sheet.seat), h("span", {}, seatName(state, sheet.seat)), h("span", { class: "num" }, String(sheet.total))), list);
}
