// The table: what the server says, and where it goes; playing.js and offer.js are its other half. It knows no game.

/** @import { BrowserMessage, Decision, Failure, Hello, LessonTold, LogEntry, Moved, ServerMessage, TableState } from "./wire.js" */
/** @import { Deed } from "./bar.js" */
/** @import { Panel } from "./scene.js" */

import { Connection, unheardOf } from "./connection.js";
import { drawCurtain, liftCurtain } from "./curtain.js";
import { at, heldFocus } from "./elements.js";
import { Inbox } from "./inbox.js";
import * as keys from "./keys.js";
import { closeGuide, coach, coached, cutting, guideIsOpen, openGuide, openHelp, openInvite, openMore, openMoves, teacher } from "./later.js";
import { Layout } from "./layout.js";
import { sentence } from "./log.js";
import { Offer } from "./offer.js";
import { say, sentences, tablePage } from "./page.js";
import { ownName } from "./players.js";
import { Playing } from "./playing.js";
import * as pointer from "./pointer.js";
import { showBanner, showLasting, showPrompt } from "./prompt.js";
import { showRound } from "./round.js";
import { joined, logged, panelsOf, patched } from "./scene.js";
import "./settings.js";
import { Stage, loadSprites } from "./stage.js";
import { hideTip, showNote, showWhyNot } from "./tip.js";
import { Turn } from "./turn.js";
import { Watch } from "./watch.js";
import { markTurn } from "./your-turn.js";

/** The coach lets the board be seen for so many milliseconds before it speaks. */
const CALM = 1200;

export class Table {
  /** @param {import("./cutting.js").Cutting | null} part this browser's part in the deal, where it has one */
  constructor(part) {
    this.part = part;
    this.stage = new Stage();
    this.layout = new Layout(this.stage);
    this.layout.onchange = () => this.offer();
    /** @type {TableState | null} what the server said last, if it has said anything yet */
    this.known = null;
    /** @type {Map<string, Panel>} the panels of the state, without picks */
    this.panels = new Map();
    this.side = 0;
    /** @type {number | null} the seat that looks at this browser */
    this.near = null;
    this.offline = false;
    /** In which of its forms the board is seen; empty is the usual one. */
    this.form = "";
    /** @type {import("./coach.js").Coach | null} */
    this.coach = null;
    /** @type {import("./lesson.js") | null} what teaches at this table, if it is a lesson */
    this.lesson = null;
    this.playing = new Playing(this);
    this.offers = new Offer(this);
    this.watch = new Watch({
      stage: this.stage,
      layout: this.layout,
      state: () => this.state,
      panels: () => this.panels,
      at: () => null,
      drafting: () => this.deciding && this.turn.draft.begun,
      send: (message) => this.connection.send(message),
      hurry: () => inbox.hurry(),
      guide: openGuide,
      consider: (action) => this.playing.considered(action),
      ghost: (scene) => this.playing.ghost(scene),
    });
    const inbox = new Inbox((message) => heldFocus(() => this.take(message)), this.watch);
    this.connection = new Connection(tablePage.live, () => this.hello(), (message) => {
      part?.hear(message, this.connection);
      inbox.put(message);
    }, (up, restarting) => this.connected(up, restarting));
    this.turn = new Turn({
      send: (message) => this.connection.send(message),
      play: (message) => this.playing.play(message),
      show: () => this.playing.drafted(),
      lose: (lost) => showNote(say("draft-lost", { lost })),
    });
    keys.listen(this.stage, {
      act: (deed) => this.act(deed),
      tap: (target, node) => this.playing.tap(target, node),
      miss: (name, items, node) => this.playing.ask(name, items, node),
      ready: () => this.turn.ready,
      guide: () => (guideIsOpen() ? closeGuide() : openGuide()),
      help: openHelp,
      escape: () => this.escape(),
    });
    pointer.listen(this.stage, {
      tap: (target, node) => this.playing.tap(target, node),
      drag: (target, node) => this.playing.hold(target, node),
      drop: () => this.playing.letGo(),
      miss: (name, items, node) => this.playing.ask(name, items, node),
      enlarge: (name) => this.layout.enlarge(name),
      playing: () => this.deciding,
    });
    at("told").addEventListener("toggle", () => this.known && this.connection.greet());
    at("guide-button").addEventListener("click", () => openGuide());
    at("coach-button").addEventListener("click", () => void this.callCoach());
    at("invite-button").addEventListener("click", () => this.known && openInvite(this.known));
  }

  /** @returns {Hello} */
  hello() {
    const told = at("told").hasAttribute("open");
    return { do: "hello", since: this.known?.seq ?? null, lang: tablePage.lang, side: this.side, form: this.form, told, near: this.near, ...this.part?.hello() };
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

  /** @param {ServerMessage} message */
  take(message) {
    switch (message.did) {
      case "state": this.begin(message); break;
      case "moved": this.moved(message); break;
      case "draft": this.turn.answer(message); break;
      case "whynot": this.playing.explained(message); break;
      case "illegal": this.turn.clear(); showWhyNot(message.rule, this.playing.touched, openGuide); break;
      case "hint": this.watch.hint(message.lines); break;
      case "locate": this.watch.located(message); break;
      case "inspect": this.watch.inspected(message); break;
      case "lesson": void this.teach(message); break;
      case "review": this.coach?.review(message.text); this.offer(); break;
      case "played":
      case "undone": this.offer(); break;
      case "here": this.known = { ...this.state, seats: message.seats, away: message.away }; this.showBeside(); break;
      case "notice": this.notice(message.text, message.stays ?? false); break;
      case "error": this.failed(message); break;
      // A state follows the first; the second only tells that the server is there; a replay has its own page.
      case "stale":
      case "pong":
      case "replay": break;
      default: unheardOf(message);
    }
  }

  /** @param {TableState} message */
  begin(message) {
    const before = this.known;
    this.known = message;
    this.panels = panelsOf(message.panels);
    const mine = message.log.some((entry) => entry.seat === message.you && entry.seq > (before?.seq ?? 0));
    this.refresh(before, before !== null && (mine || message.moves < before.moves));
    if (!before && message.you !== null && message.mine.length === 1 && tablePage.table && coached()) setTimeout(() => this.coach ?? void this.callCoach(), CALM);
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
    this.refresh(before, log.some((entry) => entry.seat === this.state.you));
    this.announce(log);
  }

  /** @param {LogEntry[]} entries */
  announce(entries) {
    const said = [...entries.map((entry) => sentence(this.state, entry)), ...(this.deciding ? [say("your-turn")] : [])];
    if (said.length) at("live").textContent = sentences(said);
  }

  /**
   * Show the new state everywhere.
   * @param {TableState | null} before
   * @param {boolean} over whether a draft has been played, or is no longer wanted
   */
  refresh(before, over) {
    const { state } = this;
    document.body.dataset.moves = String(state.moves);
    for (const id of ["record-link", "replay-link"]) at(id).hidden = !state.fair.dealt;
    if (this.changeSeat()) return;
    if (over) hideTip();
    const asked = this.turn.begin(state.decision, state.seq, over);
    this.showBeside();
    if (!asked) this.stage.show(this.panels, before !== null);
    if (this.deciding && this.layout.large && !this.watch.following) this.layout.large = "";
    this.arrange();
    this.offer();
    this.layout.reveal();
    this.watch.refresh(before);
    at("text").textContent = state.text;
    this.showTerms();
    showRound(state, before);
    const mine = Boolean(state.decision?.actions.length);
    markTurn(mine, mine && !before?.decision?.actions.length);
  }

  /** What is unusual about this table: older rules, another box, nothing that remembers for you. */
  showTerms() {
    const { rules, present, boxed, forget } = this.state;
    const told = [rules !== present && say("older-rules", { rules, present }), boxed && say("other-box"), forget && say("no-memory")];
    at("terms").textContent = told.filter(Boolean).join(say("gap"));
    at("terms").hidden = !told.some(Boolean);
  }

  /** What stands beside the board: the players, the score sheet. */
  showBeside() {
    this.watch.beside();
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

  /**
   * @param {boolean} up
   * @param {boolean} restarting
   */
  connected(up, restarting) {
    if (up !== this.offline) return;
    this.offline = !up;
    showBanner(up, restarting, () => this.connection.now());
    if (this.known) this.offer();
  }

  /** @param {Failure} failure */
  failed({ code, message }) {
    if (["no-entry", "no-table", "other-rules"].includes(code)) location.reload();
    else if (code === "game-fault") showLasting(message);
    else showNote(message);
  }

  /**
   * Something that everybody should know.
   * @param {string} text
   * @param {boolean} stays whether it is shown until it is put away
   */
  notice(text, stays) {
    if (stays) showLasting(text);
    else showNote(text);
    at("live").textContent = text;
  }

  /** The coach comes, or goes and stays away. */
  async callCoach() {
    if (this.coach) this.coach.turn(!this.coach.on);
    else this.coach = await coach(() => this.offer(), (texts) => void this.watch.name(texts));
    this.offer();
  }

  /** A lesson asks for something, or answers a try. @param {LessonTold} message */
  async teach(message) {
    const pupil = {
      stage: this.stage,
      send: (/** @type {BrowserMessage} */ next) => this.connection.send(next),
      consider: (/** @type {number} */ action) => this.playing.considered(action),
      clear: () => this.turn.clear(),
      back: () => {
        if (!this.connection.unanswered) this.connection.insist({ do: "undo", seq: this.state.seq });
      },
      draft: () => this.turn.draft,
      guide: openGuide,
    };
    const lesson = await teacher();
    if (!this.lesson) lesson.listen(pupil);
    this.lesson = lesson;
    lesson.teach(message, pupil);
  }

  // ------------------------------------------------------------------ the bar

  /** @param {Deed} deed */
  act(deed) {
    if (!this.known) return;
    if (deed === "view") this.turnBoard();
    else if (deed === "form") this.changeForm();
    else if (deed === "more") openMore((next) => this.act(next));
    else if (deed === "undo") this.playing.undo();
    else if (!this.deciding) return;
    else if (deed === "confirm") this.turn.play();
    else if (deed === "rotate") this.turn.rotate(1);
    else if (deed === "rotate-back") this.turn.rotate(-1);
    else if (deed === "hint") {
      this.watch.hint();
      this.connection.send({ do: "hint", seq: this.state.seq, plan: this.turn.draft.ready ? [] : this.turn.draft.plan });
    } else if (deed === "moves") openMoves(this.turn.draft.picks.moves, (move) => this.playing.consider(move));
  }

  /** Look from the next side of the board. */
  turnBoard() {
    this.side = (this.side + 1) % 4;
    this.connection.greet();
  }

  /** See the board in its next form. */
  changeForm() {
    const forms = this.layout.main()?.panel.forms ?? [];
    if (forms.length < 2) return;
    const now = Math.max(0, forms.findIndex(([name]) => name === this.form));
    this.form = forms[(now + 1) % forms.length]?.[0] ?? "";
    this.connection.greet();
  }

  escape() {
    if (guideIsOpen()) closeGuide();
    else if (!at("tip").hidden && !this.turn.ready) hideTip();
    else if (!this.turn.drop() && this.layout.large) this.layout.enlarge("");
  }

  /** Show what can be picked and done now, and who has something to say about it. */
  offer() {
    this.offers.show();
    this.prompt();
    this.lesson?.emphasise(this.turn.draft);
    this.coach?.look(this.turn, this.deciding);
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
    showPrompt(this.state, this.turn, this.offline, this.deciding);
  }
}

const [part] = await Promise.all([cutting(), loadSprites()]);
new Table(part);
