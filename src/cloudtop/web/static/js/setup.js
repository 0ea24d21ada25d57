// Setting up a table: who sits where, which options, and off to the first move.

/** @import { SeatKind, SeatWanted, SetupPage, TableWanted, Value } from "./wire.js" */

import { at, h, icon, seatMark } from "./elements.js";
import { keep, kept, page, say } from "./page.js";
import { openTable } from "./requests.js";
import { segment } from "./settings.js";

/** @typedef {{ kind: SeatKind, level: string, name: string }} Seat */

const setupPage = /** @type {SetupPage} */ (page);
const { levels, players } = setupPage;
/** @type {SeatKind[]} */
const KINDS = ["bot", "friend", "here", "open"];
/** @type {Record<string, SeatKind>} who sits at the other seats, for each way to begin */
const OTHERS = { bots: "bot", friends: "friend", here: "here" };
const least = Math.min(...players);
const most = Math.max(...players);
const usual = (levels.find(({ level }) => level === kept("level")) ?? levels[1] ?? levels[0])?.level ?? "";
/** The icons of the wind, for bots from the weakest to the strongest. */
const WINDS = ["calm", "breeze", "gale", "storm"];
const STRONGEST_WIND = "hurricane";

/** @type {Seat[]} */
let seats = [];
/** @type {Record<string, Value>} */
const options = Object.fromEntries(setupPage.options.map((option) => [option.name, option.default]));

/** @param {string} start */
function begin(start) {
  const count = Math.max(least, Math.min(most, start === "bots" ? Math.min(3, most) : 2));
  const kind = OTHERS[start] ?? "bot";
  seats = Array.from({ length: count }, (_, i) => ({ kind: i ? kind : "me", level: usual, name: i ? "" : kept("nick") }));
  show();
}

/** @param {Seat} seat @param {number} number */
function row(seat, number) {
  const name = h("input", { class: "field", maxlength: "24", value: seat.name, placeholder: say(seat.kind === "me" ? "you" : "seat-name"), "aria-label": say("nickname-of", { number: number + 1 }), autocomplete: "off" });
  name.addEventListener("input", () => {
    seat.name = name.value;
    if (seat.kind === "me") keep("nick", name.value);
    tell();
  });
  const who = h("div", { class: "who" }, seat.kind === "bot"
    ? h("strong", {}, say("bot"))
    : seat.kind === "me" || seat.kind === "here" ? name : h("strong", {}, say(`kind-${seat.kind}`)),
  seat.kind !== "bot" && h("small", {}, say(`kind-${seat.kind}-line`)));
  const element = h("li", { class: `seat-row seat-${number}` }, seatMark(number), who);
  if (seat.kind === "bot") element.append(strengths(seat, number));
  if (number === 0 && seat.kind === "me") element.append(h("span", { class: "chip" }, say("seat-first")));
  else {
    const select = h("select", { "aria-label": say("who-sits", { number: number + 1 }) },
      ...KINDS.map((kind) => h("option", { value: kind, selected: kind === seat.kind }, say(`choose-${kind}`))));
    select.addEventListener("change", () => {
      seat.kind = /** @type {SeatKind} */ (select.value);
      show();
      /** @type {HTMLElement | null} */ (document.querySelectorAll("#seats select")[number - 1])?.focus();
    });
    const remove = h("button", { class: "btn icon-only quiet", type: "button", disabled: !players.includes(seats.length - 1), "aria-label": say("seat-remove", { number: number + 1 }) }, icon("cross"));
    remove.addEventListener("click", () => {
      seats.splice(number, 1);
      show();
      at("add").focus();
    });
    element.append(h("div", { class: "choose" }, select, remove));
  }
  return element;
}

/** @param {Seat} seat @param {number} number */
function strengths(seat, number) {
  const set = h("fieldset", { class: "levels" }, h("legend", { class: "visually-hidden" }, say("strength", { number: number + 1 })));
  for (const [i, { level, title }] of levels.entries()) {
    const id = `bot-${number}-${level}`;
    const input = h("input", { type: "radio", name: `bot-${number}`, id, value: level, checked: level === seat.level });
    input.addEventListener("change", () => {
      seat.level = level;
      keep("level", level);
      tell();
    });
    set.append(input, h("label", { for: id }, icon(WINDS[i] ?? STRONGEST_WIND), title));
  }
  return set;
}

/** @param {Seat} seat */
function called(seat) {
  if (seat.name && seat.kind !== "bot") return seat.name;
  if (seat.kind === "bot") return levels.find(({ level }) => level === seat.level)?.title ?? seat.level;
  return say(seat.kind === "me" ? "you" : `kind-${seat.kind}`);
}

/**
 * A seat as the server wants it; bots of one strength get numbers, so that they can be told apart.
 * @param {Seat} seat
 * @param {number} number
 * @returns {SeatWanted}
 */
function wanted(seat, number) {
  const { kind, level, name } = seat;
  if (kind !== "bot") return name.trim() ? { kind, name: name.trim() } : { kind };
  const before = seats.slice(0, number).filter((other) => other.kind === "bot" && other.level === level).length;
  return before ? { kind, level, name: `${called(seat)} ${before + 1}` } : { kind, level };
}

/** The summary beside the form. */
function tell() {
  const rows = [{ term: say("players"), text: seats.map(called).join(", ") }];
  for (const { name, title, default: usual, values } of setupPage.options) {
    const chosen = values.find(({ value }) => value === options[name]);
    if (chosen && chosen.value !== usual) rows.push({ term: title, text: chosen.title });
  }
  rows.push({ term: say("length"), text: say("about-minutes", { minutes: setupPage.minutes }) });
  at("told").replaceChildren(...rows.flatMap(({ term, text }) => [h("dt", {}, term), h("dd", {}, text)]));
  const far = seats.some(({ kind }) => kind === "friend" || kind === "open");
  at("note").textContent = far ? say("note-friends") : seats.some(({ kind }) => kind === "here") ? say("note-here") : say("note-bots");
}

function show() {
  document.body.dataset.players = String(seats.length);
  at("seats").replaceChildren(...seats.map(row));
  /** @type {HTMLButtonElement} */ (at("add")).disabled = !players.includes(seats.length + 1);
  tell();
}

at("add").addEventListener("click", () => {
  const last = seats.at(-1);
  seats.push({ kind: last && last.kind !== "me" ? last.kind : "bot", level: last?.level ?? usual, name: "" });
  show();
});
for (const start of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[name=start]"))) {
  start.addEventListener("change", () => begin(start.value));
}
for (const { name, title, default: usual, values } of setupPage.options) {
  const choices = values.map(({ title }, i) => ({ value: String(i), text: title }));
  const chosen = values.findIndex(({ value }) => value === usual);
  at("options").append(segment(`option-${name}`, title, choices, String(chosen), (i) => {
    options[name] = values[Number(i)]?.value ?? usual;
    tell();
  }));
}
at("options-block").hidden = !setupPage.options.length;
at("setup").addEventListener("submit", async (event) => {
  event.preventDefault();
  const start = /** @type {HTMLButtonElement} */ (at("start"));
  start.disabled = true;
  /** @type {TableWanted} */
  const settings = { game: setupPage.game, options, language: page.lang, seats: seats.map(wanted) };
  try {
    const { table, url, links } = await openTable(settings);
    keep(`table:${table}`, JSON.stringify(settings));
    location.assign(links.length ? `${url}?invite` : url);
  } catch (error) {
    start.disabled = false;
    at("refused").textContent = error instanceof Error ? error.message : String(error);
    at("refused").hidden = false;
  }
});
begin("bots");
