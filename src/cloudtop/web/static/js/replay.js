// Looking back: any moment of a game, running or finished, with a bar to move through it.

/** @import { LogEntry, Replayed, ServerMessage, TableState } from "./wire.js" */

import { Connection, unheardOf } from "./connection.js";
import { at, h, icon, seatMark } from "./elements.js";
import { cutting, openRail } from "./later.js";
import { Layout } from "./layout.js";
import { moveParts, sentence } from "./log.js";
import { say, tablePage } from "./page.js";
import { ownName } from "./players.js";
import * as pointer from "./pointer.js";
import { showReconnecting } from "./prompt.js";
import { logged, panelsOf } from "./scene.js";
import "./settings.js";
import { Stage, loadSprites } from "./stage.js";
import { Watch } from "./watch.js";

const PACE = 1100;

class Replay {
  /** @param {import("./cutting.js").Cutting | null} part this browser's part in the deal, where it has one */
  constructor(part) {
    this.stage = new Stage();
    this.layout = new Layout(this.stage);
    this.bar = /** @type {HTMLInputElement} */ (at("at"));
    this.at = Number(new URLSearchParams(location.search).get("at") ?? Infinity);
    /** @type {TableState | null} */
    this.state = null;
    this.side = 0;
    this.playing = 0;
    /** @type {TableState & { past?: boolean } | null} the moment that is shown */
    this.moment = null;
    this.connection = new Connection(tablePage.live, () => ({ do: "hello", lang: tablePage.lang, side: this.side, ...part?.hello() }), (message) => {
      part?.hear(message, this.connection);
      this.hear(message);
    }, showReconnecting);
    this.watch = new Watch({
      stage: this.stage,
      layout: this.layout,
      state: () => this.shown,
      panels: () => new Map(),
      at: () => this.at,
      drafting: () => false,
      send: (message) => this.connection.send(message),
      hurry: () => {},
      guide: (rule) => location.assign(`/guide/${tablePage.game}#${rule}`),
      consider: () => {},
      ghost: () => {},
    });
    this.bar.addEventListener("input", () => this.go(Number(this.bar.value)));
    this.buttons();
    pointer.listen(this.stage, { tap: () => {}, drag: () => {}, drop: () => {}, miss: () => {}, enlarge: (name) => this.layout.enlarge(name), playing: () => false });
    document.addEventListener("keydown", (event) => this.key(event));
    at("beside-button").addEventListener("click", openRail);
  }

  buttons() {
    const row = at("buttons");
    for (const [word, picture, run] of /** @type {[string, string, () => void][]} */ ([
      ["replay-first", "first", () => this.go(0)], ["replay-back", "back", () => this.go(this.at - 1)],
      ["replay-play", "play", () => this.play()], ["replay-next", "next", () => this.go(this.at + 1)],
      ["replay-last", "last", () => this.go(Infinity)]])) {
      const button = h("button", { class: `btn icon-only ${word === "replay-play" ? "primary" : ""}`, type: "button", "aria-label": say(word), "data-go": word }, icon(picture));
      button.addEventListener("click", () => {
        if (word !== "replay-play") this.stop();
        run();
      });
      row.append(button);
    }
  }

  /** The moment that is shown. */
  get shown() {
    const shown = this.moment ?? this.state;
    if (!shown) throw new Error("the server has not told the table yet");
    return shown;
  }

  /** How many moves there are to look at. */
  get last() {
    return this.state?.moves ?? 0;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (document.querySelector("dialog[open]") || /** @type {Element} */ (event.target).matches("input[type=text]")) return;
    const ways = /** @type {Record<string, () => void>} */ ({
      ArrowLeft: () => this.go(this.at - 1), ArrowRight: () => this.go(this.at + 1), Home: () => this.go(0), End: () => this.go(Infinity), v: () => this.turnBoard() });
    const go = ways[event.key];
    if (!go) return;
    event.preventDefault();
    this.stop();
    go();
  }

  /** Look from the next side of the board. */
  turnBoard() {
    this.side = (this.side + 1) % 4;
    this.connection.greet();
  }

  stop() {
    clearInterval(this.playing);
    this.playing = 0;
    this.mark();
  }

  play() {
    if (this.playing) return this.stop();
    if (this.at >= this.last) this.go(0);
    this.playing = window.setInterval(() => {
      if (this.at >= this.last) this.stop();
      else this.go(this.at + 1);
    }, PACE);
    return this.mark();
  }

  mark() {
    const button = document.querySelector("[data-go=replay-play]");
    button?.replaceChildren(icon(this.playing ? "pause" : "play"));
    button?.setAttribute("aria-label", say(this.playing ? "replay-pause" : "replay-play"));
  }

  /** @param {number} number */
  go(number) {
    this.at = Math.max(0, Math.min(number, this.last));
    this.connection.send({ do: "replay", at: this.at });
  }

  /** @param {ServerMessage} message */
  hear(message) {
    switch (message.did) {
      case "state":
        this.state = message;
        this.listMoves(message);
        this.go(this.at);
        break;
      case "moved":
        if (!this.state) break;
        this.state = { ...this.state, seq: message.seq, moves: message.moves ?? this.state.moves, log: logged(this.state.log, message) };
        this.listMoves(this.state);
        break;
      case "replay":
        if (this.state && message.at === this.at) this.show(this.state, message);
        break;
      case "locate": this.watch.located(message); break;
      case "inspect": this.watch.inspected(message); break;
      case "here":
      case "notice":
      case "pong":
      case "error":
        break;
      case "played":
      case "undone":
      case "stale":
      case "illegal":
      case "draft":
      case "whynot":
      case "lesson":
      case "review":
      case "hint":
        // Answers to what a replay never asks.
        break;
      default: unheardOf(message);
    }
  }

  /** @param {TableState} state */
  listMoves(state) {
    this.bar.max = String(state.moves);
    at("moves").replaceChildren(...state.log.map((entry, i) => {
      const button = h("button", { class: "row", type: "button" }, h("span", { class: "no" }, String(i + 1)), ...moveParts(state, entry));
      button.addEventListener("click", () => {
        this.stop();
        this.go(i + 1);
      });
      return h("li", {}, button);
    }));
  }

  /**
   * Show an earlier moment.
   * @param {TableState} state
   * @param {Replayed} then
   */
  show(state, { at: number, move, panels, scores, sheets, titles }) {
    const seats = state.seats.map((seat) => ({ ...seat, score: scores[seat.seat] ?? 0, deciding: move?.seat === seat.seat }));
    const moment = { ...state, seats, sheets, titles, outcome: null, past: true };
    this.moment = moment;
    this.watch.why?.close();
    this.stage.show(panelsOf(panels), true);
    this.layout.arrange(state.you, ownName(moment));
    this.watch.beside();
    this.layout.arrange(state.you, ownName(moment));
    this.follow(move);
    this.bar.value = String(number);
    at("told").textContent = say("replay-at", { at: number, of: state.moves });
    const told = move ? sentence(state, move) : say("replay-start");
    this.bar.setAttribute("aria-valuetext", told);
    at("prompt").replaceChildren(...(move ? [seatMark(move.seat)] : []), h("span", {}, told));
    this.markMove(number);
    history.replaceState(null, "", `?at=${number}`);
  }

  /** Show the board that the move changed, and what it did there. @param {LogEntry | null} move */
  follow(move) {
    const told = this.stage.views.get(move?.panel ?? "");
    const name = told?.panel.kind === "board" ? told.panel.name : move ? this.watch.boardOf(move.seat) : "";
    const large = name === this.layout.main()?.panel.name ? "" : name;
    if (large !== this.layout.large) this.layout.enlarge(large);
    this.watch.point(move, "deed");
  }

  /** Mark the move in the list that led to the moment shown. @param {number} number */
  markMove(number) {
    const rows = /** @type {HTMLElement[]} */ ([...at("moves").children]);
    for (const row of rows) row.removeAttribute("aria-current");
    const row = rows[number - 1];
    row?.setAttribute("aria-current", "true");
    const list = at("moves-list");
    list.scrollTop = row ? row.offsetTop - list.clientHeight / 2 : 0;
  }
}

const [part] = await Promise.all([cutting(), loadSprites()]);
new Replay(part);
