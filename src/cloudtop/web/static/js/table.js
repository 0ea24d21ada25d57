// The table: what the server shows, what the player picks, what is sent back. It knows no game.

/** @import { BrowserMessage, Decision, Failure, Hello, LessonTold, LogEntry, Moved, Play, Reason, SceneChange, ServerMessage, TableState } from "./wire.js" */
/** @import { Deed } from "./bar.js" */
/** @import { Move } from "./picking.js" */
/** @import { Panel } from "./scene.js" */

import { showBar } from "./bar.js";
import { Connection, unheardOf } from "./connection.js";
import { drawCurtain, liftCurtain } from "./curtain.js";
import { at, heldFocus } from "./elements.js";
import { fetched } from "./fetched.js";
import { Inbox } from "./inbox.js";
import * as keys from "./keys.js";
import { closeGuide, coach, coached, guideIsOpen, openGuide, openHelp, openInvite, openMore, openMoves, teacher } from "./later.js";
import { Layout } from "./layout.js";
import { called, light, loose } from "./lights.js";
import { sentence } from "./log.js";
import { beside, labelled, motion, ownCut, say, sentences, signed, tablePage } from "./page.js";
import { ownName } from "./players.js";
import { movesOf } from "./picking.js";
import * as pointer from "./pointer.js";
import { showBanner, showFault, showPrompt } from "./prompt.js";
import { showRound } from "./round.js";
import { joined, logged, panelsOf, patched } from "./scene.js";
import "./settings.js";
import { Stage, loadSprites } from "./stage.js";
import { hideTip, showNote, showWhyNot } from "./tip.js";
import { showSteps } from "./steps.js";
import { Turn, confirming } from "./turn.js";
import { Watch } from "./watch.js";
import { markTurn } from "./your-turn.js";

/** The coach lets the board be seen for so many milliseconds before it speaks. */
const CALM = 1200;

class Table {
  constructor() {
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
    this.settling = 0;
    /** @type {import("./coach.js").Coach | null} */
    this.coach = null;
    /** @type {import("./lesson.js") | null} what teaches at this table, if it is a lesson */
    this.lesson = null;
    /** Whether anything was drafted yet. */
    this.aided = false;
    /** Whether something was picked by being dragged. */
    this.held = false;
    /** @type {Element | undefined} */
    this.touched = undefined;
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
      consider: (action) => this.considered(action),
      ghost: (scene) => this.ghost(scene),
    });
    const inbox = new Inbox((message) => heldFocus(() => this.take(message)), this.watch);
    this.connection = new Connection(tablePage.live, () => this.hello(), (message) => inbox.put(message), (up, restarting) => this.connected(up, restarting));
    this.turn = new Turn({
      send: (message) => this.connection.send(message),
      play: (message) => this.play(message),
      show: () => this.drafted(),
      lose: (lost) => showNote(say("draft-lost", { lost })),
    });
    keys.listen(this.stage, {
      act: (deed) => this.act(deed),
      tap: (target, node) => this.tap(target, node),
      miss: (name, items, node) => this.ask(name, items, node),
      ready: () => this.turn.ready,
      guide: () => (guideIsOpen() ? closeGuide() : openGuide()),
      help: openHelp,
      escape: () => this.escape(),
    });
    pointer.listen(this.stage, {
      tap: (target, node) => this.tap(target, node),
      drag: (target, node) => this.hold(target, node),
      drop: () => this.letGo(),
      miss: (name, items, node) => this.ask(name, items, node),
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
    return { do: "hello", since: this.known?.seq ?? null, lang: tablePage.lang, side: this.side, form: this.form, told, near: this.near, cut: ownCut() };
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
      case "whynot": this.explained(message); break;
      case "illegal": this.turn.clear(); showWhyNot(message.rule, this.touched, openGuide); break;
      case "hint": this.watch.hint(message.lines); break;
      case "locate": this.watch.located(message); break;
      case "inspect": this.watch.inspected(message); break;
      case "lesson": void this.teach(message); break;
      case "review": this.coach?.review(message.text); this.offer(); break;
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
    else if (code === "game-fault") showFault(message);
    else showNote(message);
  }

  /** Something that everybody should know. @param {string} text */
  notice(text) {
    showNote(text);
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
      consider: (/** @type {number} */ action) => this.considered(action),
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

  // ------------------------------------------------------------------ picking

  /**
   * @param {string} target
   * @param {Element} [node]
   */
  tap(target, node) {
    if (!this.deciding) return;
    this.touched = node;
    hideTip();
    this.watch.picked();
    if (this.turn.tap(target) === "refused") this.whyNot({ target });
  }

  /** Something is dragged: it is picked and stays so. @param {string} target @param {Element} node */
  hold(target, node) {
    this.held = !this.turn.draft.chosen.includes(target);
    if (this.deciding && this.held) this.tap(target, node);
  }

  /** It was let go on nothing: what was only picked to be dragged is as it was. */
  letGo() {
    if (this.deciding && this.held) this.turn.drop();
    this.held = false;
  }

  /** The draft has changed, or the server has told how it looks. */
  drafted() {
    const { told } = this.turn;
    if (told || !this.turn.draft.begun) {
      this.stage.show(told ? patched(this.panels, told.scene) : this.panels, true);
      this.arrange();
      this.layout.reveal();
    }
    this.offer();
    if (!told?.plan.length) return;
    const gains = told.gains.map((line) => labelled(line.text, signed(line.points)));
    at("live").textContent = sentences([this.drafting, ...gains, ...told.brings.map(({ text }) => text)]);
  }

  /** Ask why something cannot be picked. @param {{ target: string } | { panel: string, items: string[] }} what */
  whyNot(what) {
    const { draft } = this.turn;
    const plan = draft.ready ? draft.plan.slice(0, -1) : draft.plan;
    this.connection.send({ do: "whynot", seq: this.state.seq, plan, chosen: draft.picks.chosen, ...what });
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
    return this.whyNot({ panel: name, items });
  }

  /** Why something cannot be picked, if a rule says so. @param {Reason} reason */
  explained({ rule }) {
    if (rule) showWhyNot(rule, this.touched, openGuide);
    else showNote(say("nothing-here"), this.touched);
    at("live").textContent = rule ? sentences([rule.title, rule.why]) : say("nothing-here");
  }

  // ------------------------------------------------------------------ the bar

  /** @param {Deed} deed */
  act(deed) {
    if (!this.known) return;
    if (deed === "view") this.turnBoard();
    else if (deed === "form") this.changeForm();
    else if (deed === "more") openMore((next) => this.act(next));
    else if (deed === "undo") this.undo();
    else if (!this.deciding) return;
    else if (deed === "confirm") this.turn.play();
    else if (deed === "rotate") this.turn.rotate(1);
    else if (deed === "rotate-back") this.turn.rotate(-1);
    else if (deed === "hint") {
      this.watch.hint();
      this.connection.send({ do: "hint", seq: this.state.seq, plan: this.turn.draft.ready ? [] : this.turn.draft.plan });
    } else if (deed === "moves") openMoves(this.turn.draft.picks.moves, (move) => this.consider(move));
  }

  /** @param {Omit<Play, "nonce">} message */
  play(message) {
    if (this.connection.unanswered) return;
    hideTip();
    if (this.coach?.on) this.connection.send({ do: "review", seq: message.seq, plan: message.actions });
    this.connection.insist(message);
    this.offer();
  }

  undo() {
    if (this.turn.undo()) return;
    if (this.state.decision?.undo && !this.connection.unanswered) this.connection.insist({ do: "undo", seq: this.state.seq });
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

  /** @param {Move} move */
  consider(move) {
    this.turn.consider(move);
    /** @type {HTMLElement | null} */ (document.querySelector("[data-deed=confirm]"))?.focus();
  }

  /** Draft a move that was advised, after the draft or instead of it. @param {number} action */
  considered(action) {
    const has = (/** @type {Move[]} */ moves) => moves.find((one) => one.action === action);
    const move = has(this.turn.draft.picks.moves) ?? has(movesOf(this.state.decision));
    if (move) this.consider(move);
  }

  /** Show the table with a change, or as it is. @param {SceneChange | null} scene */
  ghost(scene) {
    const change = scene ?? this.turn.told?.scene;
    this.stage.show(change ? patched(this.panels, change) : this.panels, true);
    this.arrange();
    light(this.stage, this.turn.draft, this.deciding, this.layout.main());
  }

  /** The moves of the draft, in words. */
  get drafting() {
    return beside(this.turn.draft.steps.map(({ move }) => move.words));
  }

  /** Show what can be picked and done now. */
  offer() {
    const { state, turn, deciding, layout, stage } = this;
    const { draft } = turn;
    layout.call(deciding ? called(stage, draft, layout.main()) : "");
    const main = layout.main();
    const open = light(stage, draft, deciding, main);
    const buttons = deciding ? loose({ ...turn.decision?.labels, ...turn.asked?.labels }, draft, open) : [];
    showBar({
      ready: deciding && turn.ready && !this.connection.unanswered,
      end: this.end(),
      words: this.drafting,
      deciding,
      watching: state.you === null && !state.mine.length,
      undo: !this.offline && Boolean(draft.begun || state.decision?.undo),
      rotates: deciding && draft.turnable() !== null,
      loose: buttons,
      forms: main?.panel.forms ?? [],
      form: this.form,
    }, (deed) => this.act(deed), (target) => this.tap(target));
    at("loose").classList.toggle("alone", buttons.length > 0 && ![...stage.views.values()].some(({ element }) => element.classList.contains("lit")));
    showSteps(turn, deciding, stage, (at) => {
      draft.aim = at;
      this.offer();
    });
    this.aids();
    this.prompt();
    this.lesson?.emphasise(draft);
    this.coach?.look(turn, deciding);
  }

  /** What is only of use when something is drafted: handles that turn it, and what it would bring. */
  async aids() {
    if (!this.turn.draft.begun && !this.aided) return;
    this.aided = true;
    const [{ showHandles }, { showOutlook }] = await fetched(() => Promise.all([import("./handles.js"), import("./outlook.js")]));
    showOutlook(this.deciding ? this.turn.told : null, this.stage);
    const show = () => showHandles(this.stage, this.turn.draft, this.deciding, (by) => this.turn.rotate(by));
    show();
    // While the board is still moving to its new frame, they follow it.
    clearTimeout(this.settling);
    if (motion()) this.settling = window.setTimeout(show, 460);
  }

  /** What the button says that makes the moves. */
  end() {
    const { told, ready } = this.turn;
    return confirming() === "step" ? say("confirm") : ready && told ? told.end : say("end-turn");
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

await loadSprites();
new Table();
