// Setting up a table: who sits where, which options, and off to the first move.

import { at, h, icon, keep, kept, page, say, seatMark } from "./page.js";
import { post } from "./post.js";
import { segment } from "./settings.js";

/** @typedef {"me" | "friend" | "here" | "bot" | "open"} Kind */
/** @typedef {{ kind: Kind, level: string, name: string }} Wanted */

const KINDS = /** @type {Kind[]} */ (["bot", "friend", "here", "open"]);
const levels = /** @type {{ level: string, title: string }[]} */ (page.levels);
const least = Math.min(...page.players);
const most = Math.max(...page.players);
const usual = kept("level") && levels.some(({ level }) => level === kept("level")) ? kept("level") : levels[Math.min(1, levels.length - 1)].level;
/** @type {Record<string, string>} which icon of the wind belongs to how strong a bot */
const WIND = Object.fromEntries(levels.map(({ level }, i) => [level, ["calm", "breeze", "gale", "storm", "hurricane"][Math.min(i, 4)]]));

/** @type {Wanted[]} */
let seats = [];
/** @type {Record<string, any>} */
const options = Object.fromEntries(page.options.map((/** @type {any} */ option) => [option.name, option.default]));

/** @param {string} start */
function begin(start) {
  const count = Math.max(least, Math.min(most, start === "bots" ? Math.min(3, most) : 2));
  const kind = /** @type {Kind} */ ({ bots: "bot", friends: "friend", here: "here" }[start] ?? "bot");
  seats = Array.from({ length: count }, (_, i) => ({ kind: i ? kind : "me", level: usual, name: i ? "" : kept("nick") }));
  show();
}

/** @param {number} number */
function row(number) {
  const seat = seats[number];
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
  if (seat.kind === "bot") element.append(strengths(number));
  if (number === 0 && seat.kind === "me") element.append(h("span", { class: "chip" }, say("seat-first")));
  else {
    const select = h("select", { "aria-label": say("who-sits", { number: number + 1 }) },
      ...KINDS.map((kind) => h("option", { value: kind, selected: kind === seat.kind }, say(`choose-${kind}`))));
    select.addEventListener("change", () => {
      seat.kind = /** @type {Kind} */ (select.value);
      show();
      /** @type {HTMLElement | null} */ (document.querySelectorAll("#seats select")[number - 1])?.focus();
    });
    const remove = h("button", { class: "btn icon-only quiet", type: "button", disabled: !page.players.includes(seats.length - 1), "aria-label": say("seat-remove", { number: number + 1 }) }, icon("cross"));
    remove.addEventListener("click", () => {
      seats.splice(number, 1);
      show();
      at("add").focus();
    });
    element.append(h("div", { class: "choose" }, select, remove));
  }
  return element;
}

/** @param {number} number */
function strengths(number) {
  const set = h("fieldset", { class: "levels" }, h("legend", { class: "visually-hidden" }, say("strength", { number: number + 1 })));
  for (const { level, title } of levels) {
    const id = `bot-${number}-${level}`;
    const input = h("input", { type: "radio", name: `bot-${number}`, id, value: level, checked: level === seats[number].level });
    input.addEventListener("change", () => {
      seats[number].level = level;
      keep("level", level);
      tell();
    });
    set.append(input, h("label", { for: id }, icon(WIND[level]), title));
  }
  return set;
}

/** @param {Wanted} seat */
function called(seat) {
  if (seat.name && seat.kind !== "bot") return seat.name;
  if (seat.kind === "bot") return levels.find(({ level }) => level === seat.level)?.title ?? seat.level;
  return say(seat.kind === "me" ? "you" : `kind-${seat.kind}`);
}

/**
 * A seat as the server wants it; bots of one strength get numbers, so that they can be told apart.
 * @param {Wanted} seat
 * @param {number} number
 */
function asked({ kind, level, name }, number) {
  if (kind !== "bot") return name.trim() ? { kind, name: name.trim() } : { kind };
  const before = seats.slice(0, number).filter((other) => other.kind === "bot" && other.level === level).length;
  return before ? { kind, level, name: `${called(seats[number])} ${before + 1}` } : { kind, level };
}

/** The summary beside the form. */
function tell() {
  const rows = [[say("players"), seats.map(called).join(", ")]];
  for (const option of page.options) {
    if (options[option.name] === option.default) continue;
    const value = option.values.find((/** @type {any} */ one) => one.value === options[option.name]);
    rows.push([option.title, value.title]);
  }
  rows.push([say("length"), say("about-minutes", { minutes: page.minutes })]);
  at("told").replaceChildren(...rows.flatMap(([term, text]) => [h("dt", {}, term), h("dd", {}, text)]));
  const far = seats.some(({ kind }) => kind === "friend" || kind === "open");
  at("note").textContent = far ? say("note-friends") : seats.some(({ kind }) => kind === "here") ? say("note-here") : say("note-bots");
}

function show() {
  document.body.dataset.players = String(seats.length);
  at("seats").replaceChildren(...seats.map((_, number) => row(number)));
  /** @type {HTMLButtonElement} */ (at("add")).disabled = !page.players.includes(seats.length + 1);
  tell();
}

at("add").addEventListener("click", () => {
  seats.push({ ...seats[seats.length - 1], kind: seats.length > 1 ? seats[seats.length - 1].kind : "bot", name: "" });
  show();
});
for (const start of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[name=start]"))) {
  start.addEventListener("change", () => begin(start.value));
}
for (const option of page.options) {
  const choices = option.values.map((/** @type {any} */ value, /** @type {number} */ i) => [String(i), value.title]);
  const chosen = option.values.findIndex((/** @type {any} */ value) => value.value === option.default);
  at("options").append(segment(`option-${option.name}`, option.title, choices, String(chosen), (i) => {
    options[option.name] = option.values[Number(i)].value;
    tell();
  }));
}
at("options-block").hidden = !page.options.length;
at("setup").addEventListener("submit", async (event) => {
  event.preventDefault();
  const start = /** @type {HTMLButtonElement} */ (at("start"));
  start.disabled = true;
  const wanted = {
    game: page.game, options, language: page.lang,
    seats: seats.map(asked),
  };
  try {
    const { table, url, links } = await post("/tables", wanted);
    keep(`table:${table}`, JSON.stringify(wanted));
    location.assign(links.length ? `${url}?invite` : url);
  } catch (error) {
    start.disabled = false;
    at("refused").textContent = error instanceof Error ? error.message : String(error);
    at("refused").hidden = false;
  }
});
begin("bots");
