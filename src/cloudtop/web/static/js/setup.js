// Setting up a table: who sits where, which options, and off to the first move.

/** @import { BoxOffer, OptionChoice, SeatKind, SeatWanted, SetupPage, TableWanted, Value } from "./wire.js" */

import { at, face, h, icon, seatMark } from "./elements.js";
import { keep, kept, listed, page, say } from "./page.js";
import { openTable } from "./requests.js";
import { segment } from "./settings.js";

/** @typedef {{ kind: SeatKind, level: string, name: string }} Seat */

const setupPage = /** @type {SetupPage} */ (page);
const { boxes, levels } = setupPage;
/** @type {SeatKind[]} */
const KINDS = ["bot", "friend", "here", "open"];
/** @type {Record<string, SeatKind>} who sits at the other seats, for each way to begin */
const OTHERS = { bots: "bot", friends: "friend", here: "here" };
/** More values than that are listed, not laid out side by side. */
const SIDE_BY_SIDE = 6;
const usual = (levels.find(({ level }) => level === kept("level")) ?? levels[1] ?? levels[0])?.level ?? "";
/** @type {Seat[]} */
let seats = [];
/** @type {BoxOffer | SetupPage} the box that is chosen, and what can be chosen with it */
let offer = setupPage;
let box = "";
let forget = false;
/** Seconds that somebody may be away before a bot may step in. */
const GRACES = [60, 120, 600, 3600, 86400];
let grace = 120;
/** @type {Record<string, Value>} what was chosen; an address may choose as well */
const chosen = {};
const address = new URLSearchParams(location.search);

/** The values of an option that so many players can choose. @param {OptionChoice} option */
const offered = ({ values, fits }) => fits[seats.length]?.flatMap((i) => values[i] ?? []) ?? values;

/** The value of an option: the chosen one, or the usual one, or any that can be chosen. @param {OptionChoice} option */
function valueOf(option) {
  const values = offered(option).map(({ value }) => value);
  return [chosen[option.name], option.default].find((value) => value !== undefined && values.includes(value)) ?? values[0];
}

/** The options of the table. @returns {Record<string, Value>} */
function options() {
  return Object.fromEntries(offer.options.flatMap((option) => {
    const value = valueOf(option);
    return value === undefined ? [] : [[option.name, value]];
  }));
}

/** @param {string} start */
function begin(start) {
  const [least, most] = [Math.min(...offer.players), Math.max(...offer.players)];
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
    const remove = h("button", { class: "btn icon-only quiet", type: "button", disabled: !offer.players.includes(seats.length - 1), "aria-label": say("seat-remove", { number: number + 1 }) }, icon("cross"));
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
  for (const { level, title } of levels) {
    const id = `bot-${number}-${level}`;
    const input = h("input", { type: "radio", name: `bot-${number}`, id, value: level, checked: level === seat.level });
    input.addEventListener("change", () => {
      seat.level = level;
      keep("level", level);
      introduce();
      tell();
    });
    set.append(input, h("label", { for: id }, face(level), title));
  }
  const told = h("p", { class: "bot-line", id: `about-bot-${number}`, "aria-live": "polite" });
  const introduce = () => {
    const { line, share } = levels.find(({ level }) => level === seat.level) ?? { line: "", share: "" };
    told.replaceChildren(line, " ", h("span", { class: "muted" }, share));
  };
  introduce();
  set.append(told);
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
  const rows = [{ term: say("players"), text: listed(seats.map(called)) }];
  if ("id" in offer) rows.push({ term: say("box"), text: offer.title });
  for (const option of offer.options) {
    const value = valueOf(option);
    const told = option.values.find((one) => one.value === value);
    if (told && told.value !== option.default) rows.push({ term: option.title, text: told.title });
  }
  if (forget) rows.push({ term: say("memory"), text: say("memory-players") });
  rows.push({ term: say("length"), text: say("about-minutes", { minutes: setupPage.minutes }) });
  at("told").replaceChildren(...rows.flatMap(({ term, text }) => [h("dt", {}, term), h("dd", {}, text)]));
  const far = seats.some(({ kind }) => kind === "friend" || kind === "open");
  at("note").textContent = far ? say("note-friends") : seats.some(({ kind }) => kind === "here") ? say("note-here") : say("note-bots");
}

function show() {
  document.body.dataset.players = String(seats.length);
  at("seats").replaceChildren(...seats.map(row));
  /** @type {HTMLButtonElement} */ (at("add")).disabled = !offer.players.includes(seats.length + 1);
  showOptions();
  tell();
}

/**
 * A choice: side by side where there are few, else as a list.
 * @param {string} name
 * @param {string} title
 * @param {{ value: string, text: string }[]} choices
 * @param {string} now
 * @param {(value: string) => void} choose
 */
function choice(name, title, choices, now, choose) {
  if (choices.length <= SIDE_BY_SIDE) return segment(name, title, choices, now, choose);
  const select = h("select", { id: name, "aria-label": title },
    ...choices.map(({ value, text }) => h("option", { value, selected: value === now }, text)));
  select.addEventListener("change", () => choose(select.value));
  return h("fieldset", {}, h("legend", {}, title), select);
}

/** Another box may be for other players and have other options. @param {string} id */
function takeBox(id) {
  box = id;
  offer = boxes.find((one) => one.id === id) ?? setupPage;
  while (!offer.players.includes(seats.length) && seats.length > Math.min(...offer.players)) seats.pop();
  while (!offer.players.includes(seats.length)) seats.push({ kind: "bot", level: usual, name: "" });
  show();
  at(`box-${id}`).focus();
}

/** What can be chosen by so many players with this box. */
function showOptions() {
  /** @type {HTMLElement[]} */
  const found = [];
  if (boxes.length) {
    const all = [{ value: "", text: say("box-printed") }, ...boxes.map(({ id, title }) => ({ value: id, text: title }))];
    found.push(segment("box", say("box"), all, box, takeBox));
  }
  for (const option of offer.options) {
    const values = offered(option);
    if (values.length < 2) continue;
    const now = values.findIndex(({ value }) => value === valueOf(option));
    const field = choice(`option-${option.name}`, option.title, values.map(({ title }, i) => ({ value: String(i), text: title })), String(now), (i) => {
      chosen[option.name] = values[Number(i)]?.value ?? option.default;
      tell();
    });
    if (option.note) field.append(h("p", {}, option.note));
    found.push(field);
  }
  if (setupPage.forget) {
    const all = [{ value: "off", text: say("memory-page") }, { value: "on", text: say("memory-players") }];
    found.push(segment("memory", say("memory"), all, forget ? "on" : "off", (value) => {
      forget = value === "on";
      tell();
    }));
  }
  if (seats.some(({ kind }) => kind === "friend" || kind === "open")) {
    const all = GRACES.map((seconds) => ({ value: String(seconds), text: say(`grace-${seconds}`) }));
    found.push(segment("grace", say("grace"), all, String(grace), (value) => {
      grace = Number(value);
    }));
  }
  at("options").replaceChildren(...found);
  at("options-block").hidden = !found.length;
}

at("add").addEventListener("click", () => {
  const last = seats.at(-1);
  seats.push({ kind: last && last.kind !== "me" ? last.kind : "bot", level: last?.level ?? usual, name: "" });
  show();
});
for (const start of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[name=start]"))) {
  start.addEventListener("change", () => begin(start.value));
}
for (const { name, values } of setupPage.options) {
  const asked = values.find(({ value }) => String(value) === address.get(name));
  if (asked) chosen[name] = asked.value;
}
at("setup").addEventListener("submit", async (event) => {
  event.preventDefault();
  const start = /** @type {HTMLButtonElement} */ (at("start"));
  start.disabled = true;
  /** @type {TableWanted} */
  const settings = { game: setupPage.game, options: options(), language: page.lang, seats: seats.map(wanted), box, forget, grace };
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
