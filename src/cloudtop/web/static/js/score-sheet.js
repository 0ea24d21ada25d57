// The score sheet: a table where the players share lines, else a list for each.

/** @import { Sheet, SheetLine, TableState } from "./wire.js" */

import { h, seatMark } from "./elements.js";
import { say } from "./page.js";
import { seatName } from "./players.js";

/** @typedef {{ label: string, lines: SheetLine[][], titled: boolean }} Row for each seat, its lines of this row */
/** @typedef {Pick<TableState, "sheets" | "titles" | "seats" | "you" | "mine" | "outcome">} Scored */

/**
 * @param {HTMLElement} place
 * @param {Scored} state
 * @param {boolean} [named]
 */
export function showScoreSheet(place, state, named = false) {
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
  for (const { label, lines } of alone ? [] : rows) {
    body.append(h("tr", {}, h("th", { scope: "row" }, label), ...lines.map((few, seat) =>
      h("td", { class: columnClass(state, seat), title: few.map((line) => line.text).join(", ") }, few.length ? String(sum(few)) : ""))));
  }
  const table = h("table", { class: "score-sheet" }, h("thead", {}, head), body, h("tfoot", {}, total));
  place.replaceChildren(h("div", { class: "scroll-x", tabindex: "0", role: "group", "aria-label": say("score") }, table));
  if (alone || (named && rows.some((row) => row.titled))) {
    for (const sheet of sheets) if (sheet.lines.length) place.append(linesOf(sheet, state, alone));
  }
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
    const lines = sheets.map((sheet) => sheet.lines.filter((line) => line.rule === rule));
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

/** @param {Sheet} sheet @param {Scored} state @param {boolean} wide whether nothing else tells the lines */
function linesOf(sheet, state, wide) {
  const list = h("ul", { class: "sheet-lines" });
  for (const line of sheet.lines) list.append(h("li", {}, h("span", {}, line.text), h("span", { class: "num" }, String(line.points))));
  return h("details", { open: wide && (sheet.seat === state.you || Boolean(state.outcome)) },
    h("summary", {}, seatMark(sheet.seat), h("span", {}, seatName(state, sheet.seat)), h("span", { class: "num" }, String(sheet.total))), list);
}
