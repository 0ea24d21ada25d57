// Ahead and behind, round by round: a line for each player, told apart by colour, dashes and marks.

/** @import { TableState } from "./wire.js" */

import { h, s } from "./elements.js";
import { beside, labelled, say, sentences } from "./page.js";
import { seatName } from "./players.js";

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, FOOT] = [440, 132, 14, 108, 12, 24];
const DASHES = [null, "7 4", "2 4", "10 3 2 3"];
const MARKS = ["M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0", "M0-5L5 4H-5Z", "M-4-4H4V4H-4Z", "M0-5.5L5.5 0L0 5.5L-5.5 0Z"];
/** Names nearer to each other than that would overlap. */
const LINE = 15;

/**
 * The points of all players against their mean, after each round; nothing where rounds are not counted.
 * @param {TableState} state
 */
export function historyGraph(state) {
  const rounds = state.outcome?.history ?? [];
  if (rounds.length < 2 || state.seats.length < 2) return null;
  const leads = rounds.map((scores) => {
    const mean = scores.reduce((sum, points) => sum + points, 0) / scores.length;
    return scores.map((points) => points - mean);
  });
  const most = Math.max(1, ...leads.flat().map(Math.abs));
  const x = (/** @type {number} */ round) => LEFT + (round * (WIDTH - LEFT - RIGHT)) / (rounds.length - 1);
  const y = (/** @type {number} */ lead) => TOP + ((HEIGHT - TOP - FOOT) * (1 - lead / most)) / 2;
  const svg = s("svg", { class: "history", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": told(state, rounds) },
    s("path", { class: "mean", d: `M${LEFT} ${y(0)}H${WIDTH - RIGHT}` }));
  const step = Math.ceil(rounds.length / 12);
  rounds.forEach((_, round) => {
    if (round % step) return;
    const label = s("text", { class: "round", x: x(round), y: HEIGHT - 6 });
    label.textContent = String(round + 1);
    svg.append(label);
  });
  const ends = state.seats.map(({ seat }) => ({ seat, y: y(leads.at(-1)?.[seat] ?? 0) })).sort((one, other) => one.y - other.y);
  ends.forEach((end, i) => {
    const before = ends[i - 1];
    if (before) end.y = Math.max(end.y, before.y + LINE);
  });
  const over = Math.max(0, (ends.at(-1)?.y ?? 0) - (HEIGHT - FOOT));
  for (const { seat, y: height } of ends) {
    const points = leads.map((scores, round) => `${x(round)} ${y(scores[seat] ?? 0)}`);
    const name = s("text", { class: "name", x: WIDTH - RIGHT + 12, y: height - over + 4 });
    const called = seatName(state, seat);
    name.textContent = `${called.length > 10 ? `${called.slice(0, 9)}…` : called} ${rounds.at(-1)?.[seat] ?? ""}`;
    svg.append(s("g", { class: `line seat-${seat % 4}` }, s("path", { class: "run", d: `M${points.join("L")}`, "stroke-dasharray": DASHES[seat % 4] }),
      ...points.map((point) => s("path", { class: "mark", d: MARKS[seat % 4], transform: `translate(${point})` })), name));
  }
  return h("section", {}, h("h3", {}, say("history")), svg);
}

/** The same in words. @param {TableState} state @param {number[][]} rounds */
const told = (state, rounds) => sentences([say("history"), ...rounds.map((scores, round) => labelled(String(round + 1), beside(scores.map((points, seat) => `${seatName(state, seat)} ${points}`))))]);
