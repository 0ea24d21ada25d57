// The end of a game beside its board: who won and why, everybody's points, what decided it, and what can be done now.

/** @import { NextGame, Result, TableState, TableWanted } from "./wire.js" */
/** @import { Host, Watch } from "./watch.js" */

import { at, h, icon, seatMark } from "./elements.js";
import { historyGraph } from "./history-graph.js";
import { sentence } from "./log.js";
import { mark, unmarkAll } from "./marks.js";
import { keep, kept, motion, say, tablePage, theme } from "./page.js";
import { seatName } from "./players.js";
import { openTable } from "./requests.js";
import { showScoreSheet } from "./score-sheet.js";
import { sheetStops } from "./sheet-stops.js";
import { bestOf, rungOf, scaleOf } from "./solo.js";
import { showNote } from "./tip.js";

/** So long the whole board is looked at before the result comes; and how long a winning road is drawn. */
const [LOOK, ROAD] = [3000, 1200];

export class Final {
  /**
   * @param {Host} host
   * @param {Watch} watch
   */
  constructor(host, watch) {
    this.host = host;
    this.watch = watch;
    this.timer = 0;
    this.place = at("final");
    this.bar = h("div", { class: "final-bar", role: "toolbar", "aria-label": say("result"), hidden: true });
    this.seats = h("ul", { class: "final-seats", "aria-label": say("players") });
    this.tab = h("div", { class: "final-tab", hidden: true });
    at("bar").after(this.bar);
    at("main").append(this.seats, this.tab);
  }

  /** Whether the result is shown beside the board. */
  get open() {
    return document.body.classList.contains("over") && !document.body.classList.contains("folded");
  }

  /**
   * The game is over.
   * @param {boolean} fresh whether that has just happened here
   */
  begin(fresh) {
    clearTimeout(this.timer);
    const { outcome } = this.host.state();
    if (!outcome) return;
    this.#trace(outcome, fresh);
    if (fresh && motion() && !document.hidden) this.timer = window.setTimeout(() => this.show(), LOOK);
    else this.show();
  }

  /** The game goes on: its last move was taken back. */
  end() {
    clearTimeout(this.timer);
    this.place.hidden = this.bar.hidden = this.tab.hidden = true;
    document.body.classList.remove("over", "folded");
    unmarkAll(this.host.stage.views.values(), "trace");
  }

  /** What won is lit on the board, piece after piece; else the last move. @param {Result} outcome @param {boolean} fresh */
  #trace({ trace: [panel, items] }, fresh) {
    const { views } = this.host.stage;
    const last = this.host.state().log.at(-1);
    const [name, marks] = panel ? [panel, items] : [last?.panel ?? "", last?.marks ?? []];
    const view = views.get(name);
    if (!view || !marks.length) return;
    unmarkAll(views.values(), "trace");
    if (panel && view.panel.seat !== null) this.host.layout.enlarge(name);
    if (!panel || !fresh || !motion()) return mark(view, marks.map((id) => ({ items: [id] })), "trace");
    marks.forEach((_, i) => setTimeout(() => mark(view, marks.slice(0, i + 1).map((id) => ({ items: [id] })), "trace"), (ROAD * i) / marks.length));
  }

  /** Show the result beside the board. */
  show() {
    const state = this.host.state();
    const { outcome } = state;
    if (!outcome) return;
    this.#fill(state, outcome);
    this.#offer(outcome);
    this.#boards(state, outcome);
    this.place.hidden = this.bar.hidden = false;
    document.body.classList.add("over");
    this.#fold(false);
    this.place.scrollTop = 0;
    at("final-title").focus({ preventScroll: true });
  }

  /** Fold the result away, or show it again. */
  toggle() {
    if (document.body.classList.contains("over")) this.#fold(!document.body.classList.contains("folded"));
  }

  /** @param {boolean} folded */
  #fold(folded) {
    const { outcome } = this.host.state();
    document.body.classList.toggle("folded", folded);
    this.tab.hidden = !folded;
    const open = h("button", { class: "btn primary", type: "button", "aria-keyshortcuts": "b" }, h("span", {}, say("result")), h("kbd", { "aria-hidden": "true" }, "B"));
    open.addEventListener("click", () => this.#fold(false));
    this.tab.replaceChildren(icon(outcome?.winners.length && outcome.scores.length > 1 ? "crown" : "star"), h("strong", {}, outcome?.headline ?? ""), open);
    if (folded) open.focus();
    else at("final-title").focus({ preventScroll: true });
    this.host.layout.arrange();
    this.host.layout.onchange();
  }

  /** @param {TableState} state @param {Result} outcome */
  #fill(state, outcome) {
    const alone = outcome.scores.length === 1;
    const points = outcome.scores[0] ?? 0;
    const rung = rungOf(state.scale, points);
    const proud = alone ? rung * 2 >= state.scale.length : outcome.winners.some((seat) => state.mine.includes(seat));
    const fold = h("button", { class: "btn icon-only quiet fold", type: "button", "aria-label": say("see-board"), "aria-keyshortcuts": "b" }, icon("next"));
    fold.addEventListener("click", () => this.#fold(true));
    const chip = alone
      ? h("p", { class: `crown ${proud ? "" : "plain"}` }, icon("star"), say("points", { points }))
      : h("p", { class: "crown" }, icon("crown"), say("end-crown"));
    const sheet = h("div", {});
    showScoreSheet(sheet, state, { named: true, why: (asked) => this.watch.ask(asked) });
    const content = h("div", { class: "final-body" },
      h("header", {}, chip, alone ? bestOf(points) : null, fold),
      h("h2", { tabindex: "-1", id: "final-title" }, alone && outcome.verdict ? outcome.verdict : outcome.headline),
      alone ? null : h("p", { class: "lead" }, outcome.verdict || outcome.reason.why),
      alone && !proud && state.scale.length ? h("p", { class: "lead" }, say("end-again")) : null,
      alone ? scaleOf(state.scale, points) : ranks(state, outcome),
      decided(outcome, this.host.guide), lastMove(state),
      tablePage.points && state.sheets.some(({ lines }) => lines.length) ? h("section", {}, h("h3", {}, say("score")), sheet) : null,
      historyGraph(state), offered(outcome.again),
      h("p", { class: "more" }, ...links("")));
    const paper = proud && motion() && this.place.hidden ? confetti() : null;
    this.place.replaceChildren(...[sheetStops(this.place), paper, content].filter((part) => part !== null));
  }

  /** What can be done now, in all states. @param {Result} outcome */
  #offer({ scores }) {
    this.bar.replaceChildren(
      button("again", say(scores.length === 1 ? "play-again" : "rematch"), "go", () => rematch()),
      h("a", { class: "btn", href: `/t/${tablePage.table}/replay` }, icon("play"), h("span", {}, say("replay"))),
      button("share", say("share"), "", share),
      h("span", { class: "grow" }), ...links("wide"));
  }

  /** Everybody's board, one tap away. @param {TableState} state @param {Result} outcome */
  #boards(state, outcome) {
    /** @type {Map<number, string>} the first board of each seat */
    const boards = new Map();
    for (const { panel } of this.host.stage.views.values()) {
      if (panel.kind === "board" && panel.seat !== null && !boards.has(panel.seat)) boards.set(panel.seat, panel.name);
    }
    const main = this.host.layout.main()?.panel.name;
    const shown = this.host.layout.large || main;
    this.seats.hidden = boards.size < 2;
    this.seats.replaceChildren(...state.seats.filter(({ seat }) => boards.has(seat)).map(({ seat, score }) => {
      const name = boards.get(seat) ?? "";
      const made = h("button", { type: "button", "aria-pressed": String(name === shown) }, seatMark(seat), h("span", {}, seatName(state, seat)), h("b", { class: "num" }, String(score)), outcome.winners.includes(seat) ? icon("crown") : "");
      made.addEventListener("click", () => {
        this.host.layout.enlarge(name === main ? "" : name);
        this.#boards(state, outcome);
      });
      return h("li", {}, made);
    }));
  }
}

/** Where else one can go. @param {string} className */
const links = (className) => [
  h("a", { class: `btn ${className}`, href: `/t/${tablePage.table}/record`, download: true }, icon("save"), h("span", {}, say("record"))),
  tablePage.seal && h("a", { class: `btn ${className}`, href: `/t/${tablePage.table}/fair` }, icon("check"), h("span", {}, say("fair"))),
  h("a", { class: `btn ${className}`, href: "/" }, h("span", {}, say("library")))];

/**
 * @param {string} picture
 * @param {string} word
 * @param {string} className
 * @param {() => void | Promise<void>} run
 */
function button(picture, word, className, run) {
  const made = h("button", { class: `btn ${className}`, type: "button" }, icon(picture), h("span", {}, word));
  made.addEventListener("click", () => Promise.resolve(run()).catch((error) => {
    // Whoever closes the system's sheet has changed their mind: that is no fault.
    if (error.name !== "AbortError") showNote(error.message);
  }));
  return made;
}

/** Everybody's place; where something told equals apart, what it was. @param {TableState} state @param {Result} outcome */
function ranks(state, { ranking, winners, scores, tie }) {
  const list = h("ol", { class: "ranks" });
  ranking.forEach((group, i) => {
    const place = 1 + ranking.slice(0, i).flat().length;
    for (const seat of group) {
      const apart = tie?.values[seat] ?? null;
      list.append(h("li", { class: winners.includes(seat) ? "won" : "" }, h("span", { class: "place num" }, String(place)),
        h("span", { class: "who" }, seatMark(seat), h("span", {}, seatName(state, seat)), winners.includes(seat) ? icon("crown") : null),
        apart === null ? null : h("small", { class: "apart" }, `${tie?.title} ${apart}`),
        tablePage.points ? h("span", { class: "score num" }, String(scores[seat])) : null));
    }
  });
  return list;
}

/** What decided it, as far as that is certain. @param {Result} outcome @param {(rule: string) => void} guide */
function decided({ decided: all }, guide) {
  if (!all.length) return null;
  return h("section", { class: "decided" }, h("h3", {}, say("decided")), h("ul", {}, ...all.map(({ seat, text, rule }) => {
    const link = h("a", { href: rule.link }, say("show-rule"));
    link.addEventListener("click", (event) => {
      event.preventDefault();
      guide(rule.rule.split("/").at(-1) ?? "");
    });
    return h("li", {}, seatMark(seat), h("p", {}, text, " ", link));
  })));
}

/** Where there are no points to count, the move that won it. @param {TableState} state */
function lastMove(state) {
  const last = state.log.at(-1);
  if (tablePage.points || !last) return null;
  return h("section", { class: "decided" }, h("h3", {}, say("last-move")), h("ul", {}, h("li", {}, seatMark(last.seat), h("p", {}, sentence(state, last)))));
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
  const { url, table, links: open } = await openTable(wanted);
  keep(`table:${table}`, JSON.stringify(wanted));
  return void location.assign(open.length ? `${url}?invite` : url);
}

/** What is offered besides a rematch. @param {NextGame | null} next */
function offered(next) {
  if (!next) return null;
  return h("p", { class: "next" }, `${next.text} `, button("again", say("rematch-as", { title: next.title }), "", () => rematch(next)));
}

/** Share the picture of the result where the system can share, else save it. */
async function share() {
  const image = new Image(1200, 630);
  image.src = `/t/${tablePage.table}/share.svg?${new URLSearchParams({ theme: theme(), lang: tablePage.lang })}`;
  await image.decode();
  const canvas = h("canvas", { width: 1200, height: 630 });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  /** @type {Blob | null} */
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  if (!blob) return;
  const file = new File([blob], `${tablePage.game}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) return void (await navigator.share({ files: [file], title: tablePage.title }));
  const link = h("a", { href: URL.createObjectURL(file), download: file.name });
  link.click();
  showNote(say("share-saved"));
}

/** Paper that comes down from the sky, once. */
function confetti() {
  return h("div", { class: "confetti", "aria-hidden": "true" }, ...Array.from({ length: 48 }, (_, i) => {
    const piece = h("i", { class: `paper-${i % 4}` });
    piece.style.setProperty("--x", `${Math.random() * 100}%`);
    piece.style.setProperty("--late", `${Math.random() * 1.8}s`);
    piece.style.setProperty("--spin", `${Math.random() * 3 - 1.5}turn`);
    return piece;
  }));
}
