// Watching: what the others do, what happened since, why something scores, what a piece is. The larger parts are
// fetched when they are needed first.

/** @import { BrowserMessage, HintLine, Inspected, Located, LogEntry, SceneChange, SeatStatus, ServerMessage, TableState } from "./wire.js" */
/** @import { Final } from "./final.js" */
/** @import { Follow } from "./follow.js" */
/** @import { Hints } from "./hints.js" */
/** @import { Inspector } from "./inspect.js" */
/** @import { Layout } from "./layout.js" */
/** @import { Panel } from "./scene.js" */
/** @import { Asked } from "./score-sheet.js" */
/** @import { Since } from "./since.js" */
/** @import { Stage } from "./stage.js" */
/** @import { Why } from "./why.js" */

import { at, h } from "./elements.js";
import { fetched } from "./fetched.js";
import { once, openSeatMenu, styled } from "./later.js";
import { showLog } from "./log.js";
import { tablePage } from "./page.js";
import { touchedItems } from "./pointer.js";
import { showPlayers } from "./players.js";

/**
 * The page on which it is watched.
 * @typedef {object} Host
 * @property {Stage} stage
 * @property {Layout} layout
 * @property {() => TableState} state
 * @property {() => Map<string, Panel>} panels as the server told them last
 * @property {() => number | null} at after how many moves that is; null is now
 * @property {() => boolean} drafting whether something is picked
 * @property {(message: BrowserMessage) => void} send
 * @property {() => void} hurry show at once what waits to be shown
 * @property {(rule: string) => void} guide
 * @property {(action: number) => void} consider draft a move
 * @property {(scene: SceneChange | null) => void} ghost show the table with a change, or as it is
 */

/** So long a pointer rests on something, or a finger on it, before it is seen close. */
const [RESTS, PRESSES] = [750, 480];
/** Lines that show on the board what they speak of, as soon as a finger stays on one. */
const LINES = "#log button.row, .hint-line, [data-why]";
/** A finger that moves farther scrolls. */
const SLOP = 9;

export class Watch {
  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    /** @type {Map<string, Panel>} the panels at the end of one's last turn */
    this.left = new Map();
    /** @type {Map<number, number>} by seat: how much it did since then */
    this.news = new Map();
    /** Whether a move is just being shown: what comes after it waits. */
    this.moving = false;
    this.due = false;
    /** @type {boolean | null} whether the game ended before one's eyes, until its end is shown */
    this.ended = null;
    /** @type {Follow | null} */
    this.followed = null;
    /** @type {Why | null} */
    this.why = null;
    /** @type {Since | null} */
    this.since = null;
    /** @type {Final | null} */
    this.final = null;
    /** @type {Hints | null} */
    this.hints = null;
    /** @type {Inspector | null} */
    this.inspector = null;
    this.load = {
      follow: once(async () => (this.followed = new (await styled("watch", import("./follow.js"))).Follow(host))),
      since: once(async () => (this.since = new (await styled("watch", import("./since.js"))).Since(host, ({ panel }) => host.layout.enlarge(panel ?? "")))),
      why: once(async () => (this.why = new (await styled("watch", import("./why.js"))).Why(host, host.send))),
      hints: once(async () => (this.hints = new (await styled("watch", import("./hints.js"))).Hints(host))),
      inspector: once(async () => (this.inspector = new (await styled("watch", import("./inspect.js"))).Inspector(host))),
      final: once(async () => {
        const [{ Final }] = await Promise.all([styled("final", import("./final.js")), styled("watch", import("./marks.js"))]);
        return (this.final = new Final(host, this));
      }),
      marks: once(() => styled("watch", import("./marks.js"))),
    };
    document.addEventListener("keydown", (event) => this.#key(event), true);
    this.#listen();
    listenTabs(() => {
      // In a game without points the second tab is the board in words.
      if (!tablePage.points) at("told").setAttribute("open", "");
      return this.#score();
    });
  }

  /** Whether somebody else's board has the stage while they play. */
  get following() {
    return (this.followed?.seat ?? null) !== null;
  }

  // ------------------------------------------------------------------ moves of the others

  /** A message is about to be shown. @param {ServerMessage} message @returns {Promise<number>} */
  async before(message) {
    this.moving = true;
    const { mine } = this.host.state();
    const others = message.did === "moved" && message.log.some((entry) => !mine.includes(entry.seat));
    return others ? (await this.load.follow()).before(message) : 0;
  }

  /** It is shown. @param {ServerMessage} message */
  after(message) {
    return this.followed?.after(message) ?? 0;
  }

  /** It has been looked at. */
  end() {
    this.moving = false;
    this.followed?.end();
    if (this.due) this.#begin();
    if (this.ended !== null) this.#finish();
  }

  // ------------------------------------------------------------------ the table has changed

  /** @param {TableState | null} before */
  refresh(before) {
    const state = this.host.state();
    this.why?.close();
    this.hints?.close();
    const deciding = Boolean(state.decision?.actions.length);
    if (before?.decision?.actions.length && !deciding) this.left = this.host.panels();
    if (!deciding) {
      this.due = false;
      this.news = new Map();
      this.since?.end();
    } else if (before?.moves !== state.moves && this.#missed().length && !(before?.decision?.actions.length && before.you === state.you)) {
      this.due = true;
      if (!this.moving) this.#begin();
    }
    showLog(state, this.#last(), (entry) => this.point(entry));
    if (state.outcome && !before?.outcome) {
      this.ended = before !== null;
      if (!this.moving) this.#finish();
    } else if (!state.outcome) this.final?.end();
    else this.final?.show();
  }

  /** The game is over, and its last move has been looked at. */
  async #finish() {
    const fresh = this.ended;
    this.ended = null;
    (await this.load.final()).begin(fresh ?? false);
  }

  /** The last thing that one did oneself. */
  #last() {
    const { log, you } = this.host.state();
    return log.findLast(({ seat }) => seat === you)?.seq ?? 0;
  }

  /** What the others did since. @returns {LogEntry[]} */
  #missed() {
    const { log, you } = this.host.state();
    const last = this.#last();
    return you === null ? [] : log.filter(({ seq, seat, text }) => seq > last && seat !== you && text !== null);
  }

  /** One's turn begins: what happened since the last one. */
  async #begin() {
    this.due = false;
    const entries = this.#missed();
    this.news = new Map();
    for (const { seat } of entries) this.news.set(seat, (this.news.get(seat) ?? 0) + 1);
    this.beside();
    // The board comes first.
    if (!this.since) await new Promise((resolve) => setTimeout(resolve, 250));
    const since = await this.load.since();
    if (this.host.state().decision && !this.host.drafting()) since.begin(entries, this.left);
  }

  /** Something was picked. */
  picked() {
    this.since?.pick();
    this.why?.close();
    if (this.followed && this.following) this.followed.stop();
    if (this.news.size) {
      this.news = new Map();
      this.beside();
    }
  }

  /** What stands beside the board: the players, the score. */
  beside() {
    const state = this.host.state();
    showPlayers(state, {
      menu: (seat) => openSeatMenu(seat, this.host.state()),
      show: (seat) => this.show(seat),
      shown: (seat) => this.boardOf(seat) !== "" && this.boardOf(seat) === this.host.layout.large,
      news: this.news,
    });
    this.#score();
    this.#goal(state);
  }

  /** The score sheet, where it is looked at. */
  async #score() {
    if (!tablePage.points || at("score").closest("[hidden]")) return;
    const { showScoreSheet } = await fetched(() => import("./score-sheet.js"));
    showScoreSheet(at("score"), this.host.state(), { at: this.host.at(), why: (asked) => this.ask(asked) });
  }

  /** What a lone player can reach. @param {TableState} state */
  async #goal({ scale, seats, outcome }) {
    if (!scale.length || outcome) return;
    const { goalOf } = await fetched(() => import("./solo.js"));
    const place = document.getElementById("goal") ?? h("p", { id: "goal", class: "goal" });
    place.textContent = goalOf(scale, seats[0]?.score ?? 0);
    at("score").append(place);
  }

  /** The board of a seat; empty where it has none of its own. @param {number} seat */
  boardOf(seat) {
    return [...this.host.stage.views.values()].find(({ panel }) => panel.seat === seat && panel.kind === "board")?.panel.name ?? "";
  }

  /** Put somebody's board on the stage, or one's own again. @param {SeatStatus} seat */
  show(seat) {
    const name = this.boardOf(seat.seat);
    const { layout } = this.host;
    if (!name && seat.seat !== this.host.state().you) return void openSeatMenu(seat, this.host.state());
    this.followed?.back();
    layout.enlarge(name === layout.large || seat.seat === this.host.state().you ? "" : name);
    return this.beside();
  }

  // ------------------------------------------------------------------ questions

  /** Why does this score? @param {Asked} asked */
  async ask(asked) {
    (await this.load.why()).ask(asked);
  }

  /** @param {Located} located */
  located(located) {
    this.why?.hear(located);
  }

  /** @param {Inspected} told */
  inspected(told) {
    this.inspector?.hear(told);
  }

  /** What a strong player would do; without lines it is being found. @param {HintLine[]} [lines] */
  async hint(lines) {
    const hints = await this.load.hints();
    if (lines) hints.show(lines);
    else hints.wait();
  }

  /** Show on the board what a move was. @param {LogEntry | null} entry @param {string} [name] who marks it */
  async point(entry, name = "point") {
    const { views } = this.host.stage;
    const { mark, markPlaces, unmarkAll } = await this.load.marks();
    for (const one of [name, "place"]) unmarkAll(views.values(), one);
    if (!entry) return;
    mark(views.get(entry.panel ?? ""), [{ items: entry.marks ?? [], points: entry.points ?? 0 }], name);
    markPlaces(views.get(entry.panel ?? ""), [entry.words]);
  }

  /** Show on the board the places that texts name. @param {string[]} texts */
  async name(texts) {
    const { markPlaces } = await this.load.marks();
    markPlaces(this.host.layout.main(), texts);
  }

  /** Close what is open; says whether anything was. */
  escape() {
    const open = [this.inspector, this.why, this.hints].find((part) => part?.open);
    open?.close();
    return Boolean(open);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const from = /** @type {Element} */ (event.target);
    if (from.matches("input, select, textarea")) return;
    const key = event.key.toLowerCase();
    let used = true;
    if (key === "escape") used = this.escape();
    else if (key === "f" && this.followed && this.following) this.followed.stop();
    else if (key === "l" && this.since?.entries.length) this.since.toggle();
    else if (key === "b" && this.final) this.final.toggle();
    else if (key === "i") used = this.#close(from, true) || this.#walk();
    else if (key === " " && this.following && !from.matches("button, a, [role=button]")) this.host.hurry();
    else used = false;
    if (!used) return;
    event.preventDefault();
    event.stopPropagation();
  }

  // ------------------------------------------------------------------ seen close

  /**
   * Ask about a thing on the page; says whether it is one.
   * @param {Element} from
   * @param {boolean} held
   * @param {{ x: number, y: number }} [point] where it was pointed at
   */
  #close(from, held, point) {
    const panel = /** @type {HTMLElement | null} */ (from.closest(".panel"))?.dataset.panel;
    if (!panel) return false;
    const slot = from.closest("[data-slot]");
    const item = from.closest("[data-item]");
    const under = point && !slot ? touchedItems(this.host.stage, panel, point.x, point.y) : [];
    const items = slot ? [slot.getAttribute("data-slot") ?? ""] : under.length ? under.map(([id]) => id) : item ? [item.getAttribute("data-item") ?? ""] : [];
    const node = slot ?? under[0]?.[1] ?? item;
    if (!items.length || !node) return false;
    this.load.inspector().then((inspector) => inspector.ask({ do: "inspect", panel, items: items.slice(0, 40), at: this.host.at() }, node.getBoundingClientRect(), held));
    return true;
  }

  /** Begin with the first thing on the table. */
  #walk() {
    this.load.inspector().then((inspector) => inspector.walk(1));
    return true;
  }

  /** A pointer that rests on a thing, or a finger that stays on it, sees it close. */
  #listen() {
    let timer = 0;
    let pressed = false;
    const spot = { x: 0, y: 0 };
    document.addEventListener("pointermove", (event) => {
      if (Math.hypot(event.clientX - spot.x, event.clientY - spot.y) < SLOP) return;
      clearTimeout(timer);
      if (this.inspector?.open && !this.inspector.asked?.held) this.inspector.close();
      Object.assign(spot, { x: event.clientX, y: event.clientY });
      const from = /** @type {Element} */ (event.target);
      if (event.pointerType === "touch" || event.buttons || !from.closest?.(".panel, [data-slot]")) return;
      timer = window.setTimeout(() => this.#close(from, false, spot), RESTS);
    });
    document.addEventListener("pointerdown", (event) => {
      clearTimeout(timer);
      pressed = false;
      Object.assign(spot, { x: event.clientX, y: event.clientY });
      const from = /** @type {Element} */ (event.target);
      if (this.inspector?.open && !from.closest(".inspector")) this.inspector.close();
      if (from.closest("#dock") && this.followed && this.following) this.followed.stop();
      if (event.pointerType !== "touch") return;
      const line = from.closest(LINES);
      if (line) timer = window.setTimeout(() => (pressed = line.dispatchEvent(new Event("press"))), PRESSES);
      else if (from.closest(".panel, [data-slot]")) timer = window.setTimeout(() => (pressed = this.#close(from, true, spot)), PRESSES);
    });
    for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, () => clearTimeout(timer));
    document.addEventListener("contextmenu", (event) => pressed && event.preventDefault());
    document.addEventListener("click", (event) => {
      if (!pressed) return;
      // The finger meant to look, not to pick.
      pressed = false;
      event.preventDefault();
      event.stopPropagation();
    }, true);
  }
}

/** What happened and the score share a place: one of them is shown. @param {() => void} shown */
function listenTabs(shown) {
  const tabs = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[role=tab]")]);
  const choose = (/** @type {HTMLElement} */ chosen) => {
    for (const tab of tabs) {
      tab.setAttribute("aria-selected", String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
      at(tab.getAttribute("aria-controls") ?? "").hidden = tab !== chosen;
    }
    chosen.focus();
    shown();
  };
  for (const tab of tabs) {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      event.preventDefault();
      event.stopPropagation();
      const next = tabs[(tabs.indexOf(tab) + 1) % tabs.length];
      if (next) choose(next);
    });
  }
}
