// The table: what the server shows, what the player picks, what is sent back. It knows no game.

/** @import { Decision, Failure, Hello, Hinted, LogEntry, Moved, Previewed, RuleTold, ServerMessage, TableState } from "./wire.js" */
/** @import { Deed } from "./bar.js" */
/** @import { Move } from "./picking.js" */
/** @import { Panel } from "./scene.js" */

import { showBar } from "./bar.js";
import { Connection, unheardOf } from "./connection.js";
import { drawCurtain, liftCurtain } from "./curtain.js";
import { at, heldFocus } from "./elements.js";
import { closeGuide, guideIsOpen, openGuide } from "./guide.js";
import { Inbox } from "./inbox.js";
import * as keys from "./keys.js";
import { openHelp, openInvite, openMoves, openSeatMenu, showFinal } from "./later.js";
import { Layout } from "./layout.js";
import { light, loose } from "./lights.js";
import { sentence, showLog } from "./log.js";
import { capital, motion, ownCut, say, tablePage } from "./page.js";
import { Picks, movesOf } from "./picking.js";
import { ownName, showPlayers } from "./players.js";
import * as pointer from "./pointer.js";
import { showBanner, showPrompt } from "./prompt.js";
import { joined, logged, panelsOf, patched } from "./scene.js";
import { showScoreSheet } from "./score-sheet.js";
import "./settings.js";
import { Stage, loadSprites } from "./stage.js";
import { hideTip, showGains, showHint, showNote, showWhyNot } from "./tip.js";
import { markTurn } from "./your-turn.js";

class Table {
  constructor() {
    this.stage = new Stage();
    this.layout = new Layout(this.stage);
    this.layout.onchange = () => this.offer();
    /** @type {TableState | null} what the server said last, if it has said anything yet */
    this.known = null;
    /** @type {Map<string, Panel>} the panels of the state, without picks */
    this.panels = new Map();
    this.picks = new Picks([]);
    this.side = 0;
    /** @type {number | null} the seat that looks at this browser */
    this.near = null;
    this.offline = false;
    /** @type {Element | undefined} */
    this.touched = undefined;
    const inbox = new Inbox((message) => heldFocus(() => this.take(message)));
    this.connection = new Connection(tablePage.live, () => this.hello(), (message) => inbox.put(message), (up) => this.connected(up));
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
    at("invite-button").addEventListener("click", () => this.known && openInvite(this.known));
  }

  /** @returns {Hello} */
  hello() {
    return { do: "hello", since: this.known?.seq ?? null, lang: tablePage.lang, side: this.side, near: this.near, cut: ownCut() };
  }

  /** The table as the server told it last. */
  get state() {
    if (!this.known) throw new Error("the server has not told the table yet");
    return this.known;
  }

  /** What this browser has to decide now. @returns {Decision | null} */
  get decision() {
    const decision = this.offline ? null : this.known?.decision;
    return decision?.actions.length ? decision : null;
  }

  /** Whether this browser has something to decide now. */
  get deciding() {
    return this.decision !== null;
  }

  // ------------------------------------------------------------------ what the server says

  /**
   * @param {ServerMessage} message
   * @returns {boolean} whether a move of somebody else was shown
   */
  take(message) {
    switch (message.did) {
      case "state": this.begin(message); break;
      case "moved": return this.moved(message);
      case "preview": this.previewed(message); break;
      case "whynot": this.explained(message.rule); break;
      case "illegal": showWhyNot(message.rule, this.touched, openGuide); this.unpick(); break;
      case "hint": this.hinted(message); break;
      case "played":
      case "undone": this.offer(); break;
      case "here": this.known = { ...this.state, seats: message.seats, away: message.away }; this.showBeside(); break;
      case "notice": this.notice(message.text); break;
      case "error": this.failed(message); break;
      // A state follows the first; the second only tells that the server is there; a replay has its own page.
      case "stale":
      case "pong":
      case "replay": break;
      default: unheardOf(message);
    }
    return false;
  }

  /** @param {TableState} message */
  begin(message) {
    const before = this.known;
    this.known = message;
    this.panels = panelsOf(message.panels);
    if (message.moves !== before?.moves) this.picks.chosen = [];
    this.refresh(before);
    if (before && message.missed) this.announce(message.log.slice(-message.missed));
    if (!before && new URLSearchParams(location.search).has("invite")) {
      history.replaceState(null, "", location.pathname);
      openInvite(message);
    }
  }

  /** @param {Moved} message */
  moved(message) {
    const before = this.state;
    const { did: _, scene, log, told: __, text, ...changes } = message;
    this.panels = patched(this.panels, scene);
    this.known = { ...before, ...changes, text: joined(before.text, text), log: logged(before.log, message) };
    if (log.some((entry) => entry.seat === this.state.you)) this.picks.chosen = [];
    this.refresh(before);
    this.announce(log);
    return log.some((entry) => !this.state.mine.includes(entry.seat));
  }

  /** @param {LogEntry[]} entries */
  announce(entries) {
    const said = [...entries.map((entry) => sentence(this.state, entry)), ...(this.deciding ? [say("your-turn")] : [])];
    if (said.length) at("live").textContent = said.join(" ");
  }

  /**
   * Show the new state everywhere.
   * @param {TableState | null} before
   */
  refresh(before) {
    const { state } = this;
    document.body.dataset.moves = String(state.moves);
    for (const id of ["record-link", "replay-link"]) at(id).hidden = !state.fair.dealt;
    if (this.changeSeat()) return;
    // Where all decide at once, somebody else's choice must not undo what is picked here.
    const held = JSON.stringify(before?.decision?.actions) === JSON.stringify(state.decision?.actions) ? this.picks.chosen : [];
    this.picks = new Picks(movesOf(state.decision));
    this.picks.chosen = held;
    if (!held.length) hideTip();
    this.showBeside();
    this.stage.show(this.panels, before !== null);
    if (this.deciding && this.layout.large) this.layout.large = "";
    this.arrange();
    if (held.length) this.picked();
    else this.offer();
    this.layout.reveal();
    showLog(state);
    at("text").textContent = state.text;
    this.showTerms();
    at("round").textContent = state.outcome ? `· ${say("finished")}` : state.moves ? `· ${say("move-number", { number: state.moves + 1 })}` : "";
    const mine = Boolean(state.decision?.actions.length);
    markTurn(mine, mine && !before?.decision?.actions.length);
    if (state.outcome && !before?.outcome) setTimeout(() => showFinal(this.state), before && motion() ? 900 : 0);
    else if (!state.outcome) {
      at("final").hidden = true;
      document.body.classList.remove("over");
    }
  }

  /** What is unusual about this table: older rules, another box, nothing that remembers for you. */
  showTerms() {
    const { rules, present, boxed, forget } = this.state;
    const told = [rules !== present && say("older-rules", { rules, present }), boxed && say("other-box"), forget && say("no-memory")];
    at("terms").textContent = told.filter(Boolean).join(" ");
    at("terms").hidden = !told.some(Boolean);
  }

  /** What stands beside the board: the players, the score sheet. */
  showBeside() {
    showPlayers(this.state, (seat) => openSeatMenu(seat, this.state));
    showScoreSheet(at("score"), this.state);
    at("score-block").hidden = this.state.sheets.every(({ lines }) => !lines.length);
    this.arrange();
    this.prompt();
  }

  arrange() {
    this.layout.arrange(this.state.you, ownName(this.state));
  }

  /**
   * Several players at one device: the one who has to decide comes near, behind a curtain where hands are secret.
   * @returns {boolean} whether a curtain was drawn
   */
  changeSeat() {
    const { mine, seats, you, secrets, outcome } = this.state;
    const deciding = seats.filter((seat) => seat.deciding && mine.includes(seat.seat));
    if (outcome || mine.length < 2 || deciding.some(({ seat }) => seat === you)) {
      liftCurtain();
      return false;
    }
    const next = deciding.find((seat) => !seat.level);
    if (!next) return false;
    const come = () => {
      this.near = next.seat;
      this.connection.greet();
    };
    if (secrets) {
      drawCurtain(next, come);
      this.phase();
    } else come();
    return secrets;
  }

  /** @param {boolean} up */
  connected(up) {
    if (up !== this.offline) return;
    this.offline = !up;
    showBanner(up, () => this.connection.now());
    if (this.known) this.offer();
  }

  /** @param {Failure} failure */
  failed({ code, message }) {
    if (code === "no-entry" || code === "no-table") location.reload();
    else showNote(message);
  }

  /** Something that everybody should know. @param {string} text */
  notice(text) {
    showNote(text);
    at("live").textContent = text;
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
    else if (answer === "refused") this.connection.send({ do: "whynot", seq: this.state.seq, chosen: this.picks.chosen, target });
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
    return void this.connection.send({ do: "preview", seq: this.state.seq, chosen: this.picks.chosen, action: settled?.action ?? null });
  }

  unpick() {
    this.picks.chosen = [];
    this.stage.show(this.panels, false);
    this.arrange();
    this.offer();
    this.layout.reveal();
  }

  /** @param {Previewed} message */
  previewed(message) {
    if (String(message.chosen) !== String(this.picks.chosen)) return;
    this.stage.show(patched(this.panels, message.scene), true);
    this.arrange();
    this.offer();
    this.layout.reveal();
    const settled = this.picks.settled();
    if (!settled) return;
    showGains(capital(settled.words), message.gains);
    at("live").textContent = `${settled.words}. ${message.gains.map((line) => `${line.text}: ${line.points}`).join(", ")}`;
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
    this.connection.send({ do: "whynot", seq: this.state.seq, chosen: this.picks.chosen, panel: name, items });
  }

  /** Why something cannot be picked, if a rule says so. @param {RuleTold | null} rule */
  explained(rule) {
    if (!rule) return hideTip();
    showWhyNot(rule, this.touched, openGuide);
    at("live").textContent = `${rule.title}. ${rule.why}`;
  }

  // ------------------------------------------------------------------ the bar

  /** @param {Deed} deed */
  act(deed) {
    if (!this.known) return;
    if (deed === "view") this.turnBoard();
    else if (deed === "undo") this.undo();
    else if (!this.deciding) return;
    else if (deed === "confirm") this.confirm();
    else if (deed === "rotate" && this.picks.rotate()) this.picked();
    else if (deed === "hint") {
      showNote(say("hint-wait"));
      this.connection.send({ do: "hint", seq: this.state.seq });
    } else if (deed === "moves") openMoves(this.picks.moves, (move) => this.consider(move));
  }

  confirm() {
    const move = this.picks.settled();
    if (!move || this.connection.unanswered) return;
    hideTip();
    this.connection.insist({ do: "play", seq: this.state.seq, action: move.action });
    this.offer();
  }

  undo() {
    if (this.picks.chosen.length) return this.unpick();
    if (this.state.decision?.undo && !this.connection.unanswered) this.connection.insist({ do: "undo", seq: this.state.seq });
  }

  /** Look from the next side of the board. */
  turnBoard() {
    this.side = (this.side + 1) % 4;
    this.connection.greet();
  }

  escape() {
    if (guideIsOpen()) closeGuide();
    else if (!at("tip").hidden && !this.picks.settled()) hideTip();
    else if (this.picks.chosen.length) {
      this.picks.drop();
      this.picked();
    } else if (this.layout.large) this.layout.enlarge("");
  }

  /** @param {Move} move */
  consider(move) {
    this.picks.consider(move);
    this.picked();
    /** @type {HTMLElement | null} */ (document.querySelector("[data-deed=confirm]"))?.focus();
  }

  /** @param {Hinted} message */
  hinted({ lines }) {
    if (!lines.length) return hideTip();
    showHint(lines, (action) => {
      const move = this.picks.moves.find((one) => one.action === action);
      if (move) this.consider(move);
    });
  }

  /** Show what can be picked and done now. */
  offer() {
    const { state, picks, decision, deciding } = this;
    const settled = picks.settled();
    light(this.stage, picks, deciding);
    showBar({
      ready: deciding && Boolean(settled) && !this.connection.unanswered,
      words: settled?.words ?? "",
      deciding,
      watching: state.you === null && !state.mine.length,
      undo: !this.offline && Boolean(picks.chosen.length || state.decision?.undo),
      rotates: deciding && picks.rotations().length > 1,
      hints: deciding,
      loose: decision ? loose(decision.labels, picks) : [],
    }, (deed) => this.act(deed), (target) => this.tap(target));
    this.prompt();
  }

  /** What the table waits for, to be seen from outside as well. */
  phase() {
    const curtain = !at("curtain").hidden;
    const { outcome } = this.state;
    document.body.dataset.phase = this.offline ? "offline" : curtain ? "curtain" : outcome ? "over" : this.deciding ? "deciding" : "waiting";
  }

  /** The line above the board. */
  prompt() {
    this.phase();
    showPrompt(this.state, this.picks, this.offline, this.decision);
  }
}

await loadSprites();
new Table();
