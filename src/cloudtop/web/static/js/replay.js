// Looking back: any moment of a game, running or finished, with a bar to move through it.

import { Layout } from "./layout.js";
import { Line } from "./live.js";
import { at, h, icon, page, say, seatMark } from "./page.js";
import * as pointer from "./pointer.js";
import { nameOf, showSeats, showSheet, told } from "./rail.js";
import { logged, panel } from "./scene.js";
import { openSeat } from "./seat.js";
import "./settings.js";
import { loadSprites } from "./sprites.js";
import { Stage } from "./stage.js";

const PACE = 1100;

class Replay {
  constructor() {
    this.stage = new Stage();
    this.layout = new Layout(this.stage);
    this.bar = /** @type {HTMLInputElement} */ (at("at"));
    this.at = Number(new URLSearchParams(location.search).get("at") ?? Infinity);
    /** @type {any} */
    this.state = null;
    this.camera = 0;
    this.playing = 0;
    this.line = new Line(page.live, () => ({ do: "hello", since: null, lang: page.lang, side: this.camera, near: null }),
      (message) => this.hear(message), (up) => this.connected(up));
    this.bar.addEventListener("input", () => this.go(Number(this.bar.value)));
    this.buttons();
    pointer.listen(this.stage, { tap: () => {}, drag: () => {}, miss: () => {}, enlarge: (name) => this.layout.enlarge(name), playing: () => false });
    document.addEventListener("keydown", (event) => this.key(event));
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

  /** @param {KeyboardEvent} event */
  key(event) {
    if (document.querySelector("dialog[open]") || /** @type {Element} */ (event.target).matches("input[type=text]")) return;
    const ways = /** @type {Record<string, () => void>} */ ({
      ArrowLeft: () => this.go(this.at - 1), ArrowRight: () => this.go(this.at + 1), Home: () => this.go(0), End: () => this.go(Infinity), v: () => this.turn() });
    if (!(event.key in ways)) return;
    event.preventDefault();
    this.stop();
    ways[event.key]();
  }

  turn() {
    this.camera = (this.camera + 1) % 4;
    this.line.send(this.line.hello());
  }

  stop() {
    clearInterval(this.playing);
    this.playing = 0;
    this.mark();
  }

  play() {
    if (this.playing) return this.stop();
    if (this.at >= this.state.moves) this.go(0);
    this.playing = window.setInterval(() => {
      if (this.at >= this.state.moves) this.stop();
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
    this.at = Math.max(0, Math.min(number, this.state?.moves ?? 0));
    this.line.send({ do: "replay", at: this.at });
  }

  /** @param {boolean} up */
  connected(up) {
    const banner = at("banner");
    banner.hidden = up;
    banner.replaceChildren(...(up ? [] : [h("span", { class: "spin", "aria-hidden": "true" }), h("span", {}, say("reconnecting"))]));
  }

  /** @param {any} message */
  hear(message) {
    if (message.did === "state") {
      this.state = message;
      this.begin();
      this.go(this.at);
    } else if (message.did === "moved" && this.state) {
      this.state = { ...this.state, seq: message.seq, moves: message.moves ?? this.state.moves, log: logged(this.state.log, message) };
      this.begin();
    } else if (message.did === "replay" && message.at === this.at) this.show(message);
  }

  begin() {
    this.bar.max = String(this.state.moves);
    at("moves").replaceChildren(...this.state.log.map((/** @type {any} */ entry, /** @type {number} */ i) => {
      const button = h("button", { class: "move", type: "button" }, h("span", { class: "no" }, String(i + 1)), seatMark(entry.seat),
        h("span", {}, h("span", { class: "visually-hidden" }, `${nameOf(this.state.seats[entry.seat], this.state)}: `), entry.words), entry.text ? h("code", {}, entry.text) : "");
      button.addEventListener("click", () => {
        this.stop();
        this.go(i + 1);
      });
      return h("li", {}, button);
    }));
  }

  /** @param {any} message */
  show(message) {
    const { state } = this;
    const seats = state.seats.map((/** @type {any} */ seat) => ({ ...seat, score: message.scores[seat.seat], deciding: message.move?.seat === seat.seat }));
    const moment = { ...state, seats, sheets: message.sheets, titles: message.titles, outcome: null, past: true };
    showSeats(moment, (seat) => openSeat(seat, state));
    showSheet(at("score"), moment);
    this.stage.show(new Map(message.panels.map((/** @type {any} */ sent) => [sent.name, panel(sent)])), true);
    this.layout.arrange(state.you, seats[state.you]?.name);
    this.bar.value = String(message.at);
    at("told").textContent = say("replay-at", { at: message.at, of: state.moves });
    this.bar.setAttribute("aria-valuetext", message.move ? told(state, message.move) : say("replay-start"));
    at("prompt").replaceChildren(...(message.move ? [seatMark(message.move.seat), h("span", {}, told(state, message.move))] : [h("span", {}, say("replay-start"))]));
    const rows = [...at("moves").children];
    rows.forEach((row, i) => {
      if (i === message.at - 1) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    });
    const row = /** @type {HTMLElement | undefined} */ (rows[message.at - 1]);
    const list = at("moves-list");
    list.scrollTop = row ? row.offsetTop - list.offsetTop - list.clientHeight / 2 : 0;
    history.replaceState(null, "", `?at=${message.at}`);
  }
}

await loadSprites();
new Replay();
