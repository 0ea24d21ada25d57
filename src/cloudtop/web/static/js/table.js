// The table: what the server shows, what the player picks, what is sent back. It knows no game.

import { showBar } from "./bar.js";
import { drawCurtain, liftCurtain } from "./curtain.js";
import { closeGuide, guideIsOpen, openGuide } from "./guide.js";
import * as keys from "./keys.js";
import { openHelp, openInvite, openMoves, openSeat, showFinal } from "./later.js";
import { Inbox } from "./inbox.js";
import { Layout } from "./layout.js";
import { light, loose } from "./lights.js";
import { Line } from "./live.js";
import { at, capital, heldFocus, motion, page, say } from "./page.js";
import { Picks, movesOf } from "./picking.js";
import * as pointer from "./pointer.js";
import { showBanner, showPrompt } from "./prompt.js";
import { showLog, showSeats, showSheet, told } from "./rail.js";
import { ring } from "./ring.js";
import { joined, logged, panel, patched } from "./scene.js";
import "./settings.js";
import { loadSprites } from "./sprites.js";
import { Stage } from "./stage.js";
import { hideTip, showGains, showHint, showNote, showWhyNot } from "./tip.js";

class Table {
  constructor() {
    this.stage = new Stage();
    this.layout = new Layout(this.stage);
    this.layout.onchange = () => this.offer();
    /** @type {any} what the server said last */
    this.state = null;
    /** @type {Map<string, import("./scene.js").Panel>} the panels of the state, without picks */
    this.panels = new Map();
    this.picks = new Picks([]);
    this.camera = 0;
    /** @type {number | null} the seat that looks at this browser */
    this.near = null;
    this.offline = false;
    /** @type {Element | undefined} */
    this.touched = undefined;
    const inbox = new Inbox((message) => heldFocus(() => this.take(message)));
    this.line = new Line(page.live, () => this.hello(), (message) => inbox.put(message), (up) => this.connected(up));
    keys.listen(this.stage, {
      act: (deed) => this.act(deed),
      tap: (target, node) => this.tap(target, node),
      guide: () => (guideIsOpen() ? closeGuide() : openGuide()),
      help: openHelp,
      escape: () => this.escape(),
    });
    pointer.listen(this.stage, {
      tap: (target, node) => this.tap(target, node),
      drag: (target) => this.hold(target),
      miss: (name, items, node) => this.ask(name, items, node),
      enlarge: (name) => this.layout.enlarge(name),
      playing: () => this.deciding,
    });
    at("guide-button").addEventListener("click", () => openGuide());
    at("invite-button").addEventListener("click", () => this.state && openInvite(this.state));
  }

  hello() {
    return { do: "hello", since: this.state?.seq ?? null, lang: page.lang, side: this.camera, near: this.near };
  }

  /** Whether this browser has something to decide now. */
  get deciding() {
    return !this.offline && Boolean(this.state?.decision?.actions.length);
  }

  // ------------------------------------------------------------------ what the server says

  /**
   * @param {any} message
   * @returns {boolean} whether a move was shown
   */
  take(message) {
    switch (message.did) {
      case "state": this.begin(message); break;
      case "moved": return this.moved(message);
      case "preview": this.previewed(message); break;
      case "whynot": this.answered(message); break;
      case "illegal": showWhyNot(message.rule, this.touched, openGuide); this.unpick(); break;
      case "hint": this.hinted(message); break;
      case "played":
      case "undone": this.offer(); break;
      case "here": this.state.seats = message.seats; this.beside(); break;
      case "error": this.fault(message); break;
    }
    return false;
  }

  /** @param {any} message */
  begin(message) {
    const first = !this.state;
    const before = this.state;
    this.state = message;
    this.panels = new Map(message.panels.map((/** @type {any} */ sent) => [sent.name, panel(sent)]));
    if (message.moves !== before?.moves) this.picks.chosen = [];
    this.refresh(!first, before);
    if (before && message.missed) this.announce(this.state.log.slice(-message.missed));
    if (first && new URLSearchParams(location.search).has("invite")) {
      history.replaceState(null, "", location.pathname);
      openInvite(this.state);
    }
  }

  /** @param {any} message */
  moved(message) {
    const before = this.state;
    this.panels = patched(this.panels, message.scene);
    const { scene, log, told: _, did, text, ...rest } = message;
    this.state = { ...this.state, ...rest, text: joined(this.state.text, text), log: logged(this.state.log, message) };
    if (log.some((/** @type {any} */ entry) => entry.seat === this.state.you)) this.picks.chosen = [];
    this.refresh(true, before);
    this.announce(log);
    return log.some((/** @type {any} */ entry) => !this.state.mine.includes(entry.seat));
  }

  /** @param {any[]} entries */
  announce(entries) {
    const said = [...entries.map((entry) => told(this.state, entry)), ...(this.deciding ? [say("your-turn")] : [])];
    if (said.length) at("live").textContent = said.join(" ");
  }

  /**
   * Show the new state everywhere.
   * @param {boolean} moving
   * @param {any} before
   */
  refresh(moving, before) {
    const { state } = this;
    document.body.dataset.moves = String(state.moves);
    if (this.changeSeat()) return;
    // Where all decide at once, somebody else's choice must not undo what is picked here.
    const held = JSON.stringify(before?.decision?.actions) === JSON.stringify(state.decision?.actions) ? this.picks.chosen : [];
    this.picks = new Picks(movesOf(state.decision));
    this.picks.chosen = held;
    if (!held.length) hideTip();
    this.beside();
    this.stage.show(this.panels, moving);
    if (this.deciding && this.layout.large) this.layout.large = "";
    this.arrange();
    if (held.length) this.picked();
    else this.offer();
    this.layout.reveal();
    showLog(state);
    at("text").textContent = state.text;
    at("round").textContent = state.outcome ? `· ${say("finished")}` : state.moves ? `· ${say("move-number", { number: state.moves + 1 })}` : "";
    const turned = Boolean(state.decision?.actions.length);
    ring(turned, turned && !before?.decision?.actions.length);
    if (state.outcome && !before?.outcome) setTimeout(() => showFinal(this.state), before && motion() ? 900 : 0);
    else if (!state.outcome) {
      at("final").hidden = true;
      document.body.classList.remove("over");
    }
  }

  beside() {
    showSeats(this.state, (seat) => openSeat(seat, this.state));
    showSheet(at("score"), this.state);
    at("score-block").hidden = this.state.sheets.every((/** @type {any} */ { lines }) => !lines.length);
    this.arrange();
    this.prompt();
  }

  arrange() {
    const { you, seats } = this.state;
    this.layout.arrange(you, seats[you]?.name);
  }

  /** Several players at one device: the one who has to decide comes near, behind a curtain where hands are secret. */
  changeSeat() {
    const { mine, seats, you, secrets } = this.state;
    if (this.state.outcome || mine.length < 2) return void liftCurtain();
    if (mine.includes(you) && seats[you].deciding) return void liftCurtain();
    const next = seats.find((/** @type {any} */ seat) => seat.deciding && mine.includes(seat.seat) && !seat.level);
    if (!next) return false;
    const come = () => {
      this.near = next.seat;
      this.line.send(this.hello());
    };
    if (!secrets) return come(), false;
    drawCurtain(next, come);
    this.phase();
    return true;
  }

  /** @param {boolean} up */
  connected(up) {
    if (up !== this.offline) return;
    this.offline = !up;
    showBanner(up, () => this.line.now());
    if (this.state) this.offer();
  }

  /** @param {any} message */
  fault(message) {
    if (message.code === "no-entry" || message.code === "no-table") location.reload();
    else showNote(message.message);
  }

  // ------------------------------------------------------------------ picking

  /**
   * @param {string} target
   * @param {Element} [node]
   */
  tap(target, node) {
    if (!this.deciding) return;
    this.touched = node;
    const answer = this.picks.tap(target);
    if (answer === "confirm") this.confirm();
    else if (answer === "refused") this.line.send({ do: "whynot", seq: this.state.seq, chosen: this.picks.chosen, target });
    else this.picked();
  }

  /** Something is dragged: it is picked and stays so. @param {string} target */
  hold(target) {
    if (this.deciding && !this.picks.chosen.includes(target)) this.tap(target);
  }

  /** The picks have changed: show them at once, and ask the server how they look. */
  picked() {
    hideTip();
    this.offer();
    const settled = this.picks.settled();
    if (!this.picks.chosen.length) return this.unpick();
    return void this.line.send({ do: "preview", seq: this.state.seq, chosen: this.picks.chosen, action: settled?.action ?? null });
  }

  unpick() {
    this.picks.chosen = [];
    this.stage.show(this.panels, false);
    this.arrange();
    this.offer();
    this.layout.reveal();
  }

  /** @param {any} message */
  previewed(message) {
    if (String(message.chosen) !== String(this.picks.chosen)) return;
    this.stage.show(patched(this.panels, message.scene), true);
    this.arrange();
    this.offer();
    this.layout.reveal();
    const settled = this.picks.settled();
    if (!settled) return;
    showGains(capital(settled.words), message.gains);
    at("live").textContent = `${settled.words}. ${message.gains.map((/** @type {any} */ line) => `${line.text}: ${line.points}`).join(", ")}`;
  }

  /**
   * Something was touched that cannot be picked.
   * @param {string} name
   * @param {string[]} items
   * @param {Element} node
   */
  ask(name, items, node) {
    if (!this.deciding || !items.length) return hideTip();
    this.touched = node;
    this.line.send({ do: "whynot", seq: this.state.seq, chosen: this.picks.chosen, panel: name, items });
    return undefined;
  }

  /** @param {any} message */
  answered(message) {
    if (!message.rule) return hideTip();
    showWhyNot(message.rule, this.touched, openGuide);
    at("live").textContent = `${message.rule.title}. ${message.rule.why}`;
    return undefined;
  }

  // ------------------------------------------------------------------ the bar

  /** @param {import("./bar.js").Deed} deed */
  act(deed) {
    if (!this.state) return;
    if (deed === "view") this.turnCamera();
    else if (deed === "undo") this.undo();
    else if (!this.deciding) return;
    else if (deed === "confirm") this.confirm();
    else if (deed === "turn" && this.picks.turn()) this.picked();
    else if (deed === "hint") {
      showNote(say("hint-wait"));
      this.line.send({ do: "hint", seq: this.state.seq });
    } else if (deed === "moves") openMoves(this.picks.moves, (move) => this.consider(move));
  }

  confirm() {
    const move = this.picks.settled();
    if (!move || this.line.unanswered) return;
    hideTip();
    this.line.insist({ do: "play", seq: this.state.seq, action: move.action });
    this.offer();
  }

  undo() {
    if (this.picks.chosen.length) return this.unpick();
    if (this.state.decision?.undo && !this.line.unanswered) this.line.insist({ do: "undo", seq: this.state.seq });
    return undefined;
  }

  turnCamera() {
    this.camera = (this.camera + 1) % 4;
    this.line.send(this.hello());
  }

  escape() {
    if (guideIsOpen()) closeGuide();
    else if (!at("tip").hidden && !this.picks.settled()) hideTip();
    else if (this.picks.chosen.length) {
      this.picks.drop();
      this.picked();
    } else if (this.layout.large) this.layout.enlarge("");
  }

  /** @param {import("./picking.js").Move} move */
  consider(move) {
    this.picks.consider(move);
    this.picked();
    /** @type {HTMLElement | null} */ (document.querySelector("[data-deed=confirm]"))?.focus();
  }

  /** @param {any} message */
  hinted(message) {
    if (!message.lines.length) return hideTip();
    showHint(message.lines, (action) => {
      const move = this.picks.moves.find((one) => one.action === action);
      if (move) this.consider(move);
    });
    return undefined;
  }

  /** Show what can be picked and done now. */
  offer() {
    const { state, picks } = this;
    const settled = picks.settled();
    light(this.stage, picks, this.deciding);
    showBar({
      ready: this.deciding && Boolean(settled) && !this.line.unanswered,
      words: settled?.words ?? "",
      deciding: this.deciding,
      watching: state.you === null && !state.mine.length,
      undo: !this.offline && Boolean(picks.chosen.length || state.decision?.undo),
      turns: this.deciding && picks.turns().length > 1,
      hints: this.deciding,
      loose: this.deciding ? loose(state.decision.labels, picks) : [],
    }, (deed) => this.act(deed), (target) => this.tap(target));
    this.prompt();
  }

  /** What the table waits for, to be seen from outside as well. */
  phase() {
    const { state } = this;
    const curtain = !at("curtain").hidden;
    document.body.dataset.phase = this.offline ? "offline" : curtain ? "curtain" : state.outcome ? "over" : this.deciding ? "deciding" : "waiting";
  }

  /** The line above the board. */
  prompt() {
    this.phase();
    showPrompt(this.state, this.picks, this.offline, this.deciding);
  }
}

await loadSprites();
new Table();
