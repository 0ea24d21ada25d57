// Which game is for us: a few questions sort the games, and none disappears.

import { at, h, icon } from "./elements.js";
import { say } from "./page.js";
import { segment } from "./settings.js";

/** What was chosen of each question; nothing is asked twice, and nothing has to be answered. @type {Record<string, string>} */
const wanted = { players: "", minutes: "", mood: "", hidden: "" };
const QUESTIONS = { players: ["1", "2", "3", "4"], minutes: ["20", "30", "60"], mood: ["build", "race", "puzzle"], hidden: ["open", "some"] };
const list = /** @type {HTMLElement} */ (document.querySelector(".games"));
const cards = /** @type {HTMLElement[]} */ ([...list.children]);

/** How many of the answers a game suits; whoever it is not for at all comes last. @param {HTMLElement} card */
function suits({ dataset }) {
  const { players, minutes, mood, hidden } = wanted;
  const none = players && !dataset.players?.split(" ").includes(players) ? -10 : 0;
  return none + Number(Boolean(players)) + Number(Boolean(minutes) && Number(dataset.minutes) <= Number(minutes)) + Number(Boolean(mood) && dataset.mood === mood) + Number(Boolean(hidden) && dataset.hidden === hidden);
}

/** Sort the games by what was answered; none disappears. */
function sortGames() {
  const asked = Object.values(wanted).some(Boolean);
  const order = asked ? [...cards].sort((one, other) => suits(other) - suits(one)) : cards;
  const best = suits(/** @type {HTMLElement} */ (order[0]));
  for (const card of cards) {
    card.querySelector(".suits")?.remove();
    if (asked && best > 0 && suits(card) === best) card.prepend(h("span", { class: "suits" }, icon("star"), say("suits-best")));
  }
  list.append(...order);
}

/** Ask the questions. */
export function openChooser() {
  at("chooser").append(...Object.entries(QUESTIONS).map(([name, values]) => segment(`which-${name}`, say(`which-${name}`),
    [...values.map((value) => ({ value, text: name === "players" ? value : say(`which-${name}-${value}`) })), { value: "", text: say("which-any") }], "", (value) => {
      wanted[name] = value;
      sortGames();
    })));
}
