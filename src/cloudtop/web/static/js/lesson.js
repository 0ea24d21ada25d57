// A lesson at the table: the bubble that asks for something and answers every try. What is asked for is lit; all the
// rest can still be touched, and gets an answer.

/** @import { BrowserMessage, LessonPage, LessonTold } from "./wire.js" */
/** @import { Draft } from "./draft.js" */
/** @import { Stage } from "./stage.js" */

import { at, face, h, icon } from "./elements.js";
import { styled } from "./later.js";
import { learned, remember } from "./learned.js";
import { page, say, signed } from "./page.js";
import { isRotation } from "./picking.js";
import { openTable } from "./requests.js";

/**
 * What a lesson does at the table.
 * @typedef {object} Pupil
 * @property {Stage} stage
 * @property {(message: BrowserMessage) => void} send
 * @property {(action: number) => void} consider
 * @property {() => void} clear forget what is picked
 * @property {() => void} back take back what was not asked for
 * @property {() => Draft} draft
 * @property {(rule: string) => void} guide
 */

const { lesson, players, game, lang } = /** @type {LessonPage} */ (page);
/** A move that was not asked for is looked at for so many milliseconds before a tap takes it back. */
const LOOK = 800;
/** After so many misses "Show me" draws the eye once. */
const MISSES = 2;

/** @type {LessonTold | null} */
let told = null;
/** The step that is being learned. */
let step = lesson.steps.find(({ id }) => location.pathname.endsWith(`/${id}`))?.id ?? lesson.steps[0]?.id ?? "";
let misses = 0;
let since = 0;

/**
 * Show where the learner stands.
 * @param {LessonTold} message
 * @param {Pupil} pupil
 */
export function teach(message, pupil) {
  // After a break of the connection the lesson is where the page was opened.
  if (message.step !== step) return pupil.send({ do: "learn", step });
  const fresh = told?.step !== message.step;
  if (fresh) misses = 0;
  if (fresh || message.mood !== "task") pupil.clear();
  if (["again", "refused", "other"].includes(message.mood)) misses += 1;
  if (message.back) since = performance.now();
  if (message.mood === "done") remember(game, step);
  told = message;
  document.body.dataset.lesson = message.mood;
  document.body.dataset.answers = String(Number(document.body.dataset.answers ?? 0) + 1);
  showDots();
  showSaid(message);
  showDeeds(message, pupil);
  emphasise(pupil.draft());
  void showGain(message, pupil.stage);
  return undefined;
}

/** What a move brought stands for a moment beside what counted. @param {LessonTold} message @param {Stage} stage */
async function showGain({ panel, counted, said }, stage) {
  const { mark, unmarkAll } = await styled("watch", import("./marks.js"));
  unmarkAll(stage.views.values(), "gain");
  if (counted.length && told?.said === said) mark(stage.views.get(panel), counted.map(([items, points]) => ({ items, points })), "gain");
}

/** Go to a step. @param {string} id @param {Pupil} pupil */
function go(id, pupil) {
  step = id;
  history.replaceState(null, "", `/learn/${game}/${id}`);
  pupil.send({ do: "learn", step: id });
}

function showDots() {
  const done = learned(game);
  const now = lesson.steps.findIndex(({ id }) => id === step);
  at("lesson-dots").setAttribute("aria-label", say("lesson-step", { number: now + 1, steps: lesson.steps.length }));
  at("lesson-dots").replaceChildren(...lesson.steps.map(({ id, title }, i) =>
    h("li", { class: i === now ? "now" : done.has(id) ? "done" : "", title, "aria-current": i === now ? "step" : null },
      done.has(id) && i !== now ? icon("check") : String(i + 1))));
}

/** @param {LessonTold} message */
function showSaid({ coach, task, mood, said, points }) {
  at("lesson-face").replaceChildren(face(mood === "good" || mood === "done" ? "coach-glad" : "coach"));
  const line = at("lesson-coach");
  if (line.textContent !== coach) line.textContent = coach;
  const kind = mood === "good" || mood === "done" ? "good" : mood === "task" ? "" : "again";
  at("lesson-said").replaceChildren(
    ...(said ? [h("p", { class: `answer ${kind}` }, icon(kind === "good" ? "check" : "undo"), h("span", {}, said), points ? h("b", { class: "num" }, signed(points)) : null)] : []),
    ...(task ? [h("p", { class: "task" }, icon("flag"), h("span", {}, task))] : []));
}

/** @param {LessonTold} message @param {Pupil} pupil */
function showDeeds({ mood, rule, back, show }, pupil) {
  const now = lesson.steps.findIndex(({ id }) => id === step);
  const next = lesson.steps[now + 1];
  const button = (/** @type {string} */ name, /** @type {string} */ words, /** @type {() => void} */ act, className = "") => {
    const made = h("button", { class: `btn ${className}`, type: "button", "data-lesson-deed": name }, words);
    made.addEventListener("click", act);
    return made;
  };
  const skip = button("skip", say("lesson-skip"), () => (next ? go(next.id, pupil) : void finish()), "quiet");
  /** @type {HTMLElement[]} */
  let deeds;
  if (mood === "done") {
    deeds = next
      ? [button("next", say("lesson-next", { title: next.title }), () => go(next.id, pupil), "go")]
      : [button("play", say("lesson-play"), () => void finish(), "go")];
  } else if (back) {
    deeds = [button("back", say("lesson-back"), () => pupil.back(), "primary"), skip];
  } else {
    const shown = button("show", say("lesson-show"), () => show !== null && pupil.consider(show), misses === MISSES ? "pulse" : "");
    shown.prepend(icon("bulb"));
    deeds = [shown, ...(rule ? [button("rule", say("lesson-rule"), () => pupil.guide(rule.rule.split("/").at(-1) ?? ""), "quiet")] : []), skip];
  }
  at("lesson-deeds").replaceChildren(...deeds);
  if (mood === "done" || back) deeds[0]?.focus({ preventScroll: true });
}

/** After the last step: a real table, with the coach beside it. */
async function finish() {
  const others = Array.from({ length: players - 1 }, () => ({ kind: /** @type {const} */ ("bot"), level: "calm" }));
  try {
    const { url } = await openTable({ game, seats: [{ kind: "me" }, ...others], language: lang });
    location.assign(`${url}?coach`);
  } catch (error) {
    at("lesson-said").replaceChildren(h("p", { class: "answer again", role: "alert" }, String(error instanceof Error ? error.message : error)));
  }
}

/**
 * A tap on the board takes back what was not asked for, once it has been looked at.
 * @param {Pupil} pupil
 */
export function listen(pupil) {
  at("main").addEventListener("click", () => {
    if (told?.back && performance.now() - since > LOOK) pupil.back();
  });
}

/**
 * Light what is asked for: of all that can be picked now, what belongs to a move that is asked for. It is also where
 * the Tab key goes.
 * @param {Draft} draft
 */
export function emphasise(draft) {
  const moves = (told?.asked ?? []).filter((targets) => draft.picks.chosen.every((target) => targets.includes(target)));
  const asked = new Set(moves.flat().filter((target) => !isRotation(target)));
  for (const node of document.querySelectorAll("#boards [data-target], #dock [data-target], #loose [data-loose]")) {
    const target = node.getAttribute("data-target") ?? node.getAttribute("data-loose") ?? "";
    const pressed = node.getAttribute("aria-pressed") === "true";
    const aside = asked.size > 0 && !asked.has(target) && !pressed;
    node.classList.toggle("asked", asked.has(target) && !pressed && !draft.ready);
    node.classList.toggle("aside", aside);
    if (node.getAttribute("role") === "button" || node.localName === "button") node.setAttribute("tabindex", aside ? "-1" : "0");
  }
  document.body.classList.toggle("turn-it", liesWrong(draft));
}

/** Whether the considered move would be asked for if its piece were turned. @param {Draft} draft */
function liesWrong(draft) {
  const move = draft.ready ? draft.last?.move : null;
  if (!move || !told?.asked.length) return false;
  const has = (/** @type {string[]} */ wanted) => told?.asked.some((targets) => wanted.every((target) => targets.includes(target))) ?? false;
  return !has(move.targets) && has(move.targets.filter((target) => !isRotation(target)));
}
