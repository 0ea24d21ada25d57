// The end: who won and why, everybody's score, the picture to share, another game.

/** @import { NextGame, Result, TableState, TableWanted } from "./wire.js" */

import { at, h, icon, seatMark } from "./elements.js";
import { keep, kept, motion, say, tablePage, theme } from "./page.js";
import { seatName } from "./players.js";
import { openTable } from "./requests.js";
import { showScoreSheet } from "./score-sheet.js";

/** The picture of the table, in the light of the page. */
const picture = () => `/t/${tablePage.table}/picture.svg?theme=${theme()}`;

/** @param {TableState} state @param {Result} outcome */
function headline(state, outcome) {
  const { winners, scores } = outcome;
  const [winner] = winners;
  if (scores.length === 1) return say("end-alone", { points: scores[0] ?? 0 });
  if (winner === undefined) return say("end-nobody");
  if (winners.length > 1) return say("end-shared", { names: winners.map((seat) => seatName(state, seat)).join(", ") });
  const other = Math.max(...scores.filter((_, seat) => seat !== winner));
  const fields = { name: seatName(state, winner), points: scores[winner] ?? 0, other };
  return say(winner === state.you && state.mine.length < 2 ? "end-you" : "end-won", fields);
}

/**
 * A rematch at a table set up the same way, if this browser knows how; perhaps with another value of one option.
 * @param {NextGame | null} [next]
 */
async function rematch(next) {
  const settings = kept(`table:${tablePage.table}`);
  const asked = next ? `?${new URLSearchParams({ [next.option]: String(next.value) })}` : "";
  if (!settings) return void location.assign(`/new/${tablePage.game}${asked}`);
  const before = /** @type {TableWanted} */ (JSON.parse(settings));
  const wanted = next ? { ...before, options: { ...before.options, [next.option]: next.value } } : before;
  const { url, table, links } = await openTable(wanted);
  keep(`table:${table}`, JSON.stringify(wanted));
  return void location.assign(links.length ? `${url}?invite` : url);
}

/** What is offered besides a rematch. @param {NextGame | null} next */
function offered(next) {
  if (!next) return null;
  return h("p", { class: "lead next" }, `${next.text} `, button("again", say("rematch-as", { title: next.title }), "big", () => rematch(next)));
}

/** Share the picture where the system can share, else save it. */
async function share() {
  const image = new Image();
  image.src = picture();
  await image.decode();
  const canvas = h("canvas", { width: 1600, height: 1125 });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  /** @type {Blob | null} */
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  if (!blob) return;
  const file = new File([blob], `${tablePage.game}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) return void (await navigator.share({ files: [file], title: tablePage.title }));
  const link = h("a", { href: URL.createObjectURL(file), download: file.name });
  link.click();
}

/** Paper that comes down from the sky, once. */
function confetti() {
  return h("div", { class: "confetti", "aria-hidden": "true" }, ...Array.from({ length: 60 }, (_, i) => {
    const piece = h("i", { class: `paper-${i % 4}` });
    piece.style.setProperty("--x", `${Math.random() * 100}%`);
    piece.style.setProperty("--late", `${Math.random() * 1.8}s`);
    piece.style.setProperty("--spin", `${Math.random() * 3 - 1.5}turn`);
    return piece;
  }));
}

/**
 * @param {string} picture
 * @param {string} word
 * @param {string} className
 * @param {() => void | Promise<void>} run
 */
function button(picture, word, className, run) {
  const made = h("button", { class: `btn ${className}`, type: "button" }, icon(picture), word);
  made.addEventListener("click", () => Promise.resolve(run()).catch(() => {}));
  return made;
}

/** Everybody's place. @param {TableState} state @param {Result} outcome */
function ranks(state, { ranking, winners, scores }) {
  const list = h("ol", { class: "ranks" });
  ranking.forEach((group, i) => {
    const place = 1 + ranking.slice(0, i).flat().length;
    for (const seat of group) {
      list.append(h("li", { class: winners.includes(seat) ? "won" : "" }, h("span", { class: "place" }, String(place)),
        h("span", { class: "who" }, seatMark(seat), seatName(state, seat)), h("span", { class: "score num" }, String(scores[seat]))));
    }
  });
  return list;
}

/** Put the board back in front. */
function seeBoard() {
  at("final").hidden = true;
  document.body.classList.remove("over");
  at("main").focus();
}

/**
 * Show the end of the game, if it has ended.
 * @param {TableState} state
 */
export function showFinal(state) {
  const { outcome } = state;
  if (!outcome) return;
  const place = at("final");
  const won = outcome.winners.some((seat) => state.mine.includes(seat));
  const hero = h("div", { class: "final-hero" }, won && motion() ? confetti() : null, h("div", { class: "final-body" },
    h("div", {},
      h("p", { class: "crown" }, icon("crown"), outcome.verdict || say("end-crown")),
      h("h2", { tabindex: "-1", id: "final-title" }, headline(state, outcome)),
      h("p", { class: "lead" }, outcome.reason.why),
      h("div", { class: "actions" }, button("again", say("rematch"), "go big", () => rematch()), button("share", say("share"), "big", share),
        button("view", say("see-board"), "big join", seeBoard)),
      offered(outcome.again)),
    h("img", { class: "board", src: picture(), alt: say("end-picture"), width: 1280, height: 900 })));
  const sheet = h("div", {});
  showScoreSheet(sheet, state, true);
  place.replaceChildren(hero, h("div", { class: "results" },
    h("section", { class: "card" }, h("h3", {}, say("score")), sheet),
    h("section", { class: "card" }, h("h3", {}, say("ranking")), ranks(state, outcome), h("div", { class: "more" },
      h("a", { class: "btn", href: `/t/${tablePage.table}/replay` }, icon("play"), say("replay")),
      h("a", { class: "btn", href: `/t/${tablePage.table}/record`, download: true }, icon("save"), say("record")),
      tablePage.seal && h("a", { class: "btn", href: `/t/${tablePage.table}/fair` }, icon("check"), say("fair")),
      h("a", { class: "btn", href: "/" }, say("library"))))));
  place.hidden = false;
  document.body.classList.add("over");
  place.scrollTop = 0;
  at("final-title").focus();
}
