// What somebody does at the table: picks and changes of mind, why something cannot be picked, the moves that are sent.

/** @import { Play, Reason, SceneChange } from "./wire.js" */
/** @import { Move } from "./picking.js" */
/** @import { Table } from "./table.js" */

import { at } from "./elements.js";
import { openGuide } from "./later.js";
import { light } from "./lights.js";
import { drafting } from "./offer.js";
import { labelled, say, sentences, signed } from "./page.js";
import { movesOf } from "./picking.js";
import { patched } from "./scene.js";
import { hideTip, showNote, showWhyNot } from "./tip.js";

export class Playing {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** Whether something was picked by being dragged. */
    this.held = false;
    /** @type {Element | undefined} what was touched last */
    this.touched = undefined;
  }

  // ------------------------------------------------------------------ picking

  /**
   * @param {string} target
   * @param {Element} [node]
   */
  tap(target, node) {
    if (!this.table.deciding) return;
    this.touched = node;
    hideTip();
    this.table.watch.picked();
    if (this.table.turn.tap(target) === "refused") this.whyNot({ target });
  }

  /** Something is dragged: it is picked and stays so. @param {string} target @param {Element} node */
  hold(target, node) {
    this.held = !this.table.turn.draft.chosen.includes(target);
    if (this.table.deciding && this.held) this.tap(target, node);
  }

  /** It was let go on nothing: what was only picked to be dragged is as it was. */
  letGo() {
    if (this.table.deciding && this.held) this.table.turn.drop();
    this.held = false;
  }

  /** The draft has changed, or the server has told how it looks. */
  drafted() {
    const { told } = this.table.turn;
    if (told || !this.table.turn.draft.begun) {
      this.table.stage.show(told ? patched(this.table.panels, told.scene) : this.table.panels, true);
      this.table.arrange();
      this.table.layout.reveal();
    }
    this.table.offer();
    if (!told?.plan.length) return;
    const gains = told.gains.map((line) => labelled(line.text, signed(line.points)));
    at("live").textContent = sentences([drafting(this.table.turn), ...gains, ...told.brings.map(({ text }) => text)]);
  }

  /** Ask why something cannot be picked. @param {{ target: string } | { panel: string, items: string[] }} what */
  whyNot(what) {
    const { draft } = this.table.turn;
    const plan = draft.ready ? draft.plan.slice(0, -1) : draft.plan;
    this.table.connection.send({ do: "whynot", seq: this.table.state.seq, plan, chosen: draft.picks.chosen, ...what });
  }

  /**
   * Something was touched that cannot be picked.
   * @param {string} name
   * @param {string[]} items
   * @param {Element} node
   */
  ask(name, items, node) {
    if (!this.table.deciding || !items.length) return hideTip();
    this.touched = node;
    return this.whyNot({ panel: name, items });
  }

  /** Why something cannot be picked, if a rule says so. @param {Reason} reason */
  explained({ rule }) {
    if (rule) showWhyNot(rule, this.touched, openGuide);
    else showNote(say("nothing-here"), this.touched);
    at("live").textContent = rule ? sentences([rule.title, rule.why]) : say("nothing-here");
  }

  // ------------------------------------------------------------------ what is sent and taken back

  /** @param {Omit<Play, "nonce">} message */
  play(message) {
    if (this.table.connection.unanswered) return;
    hideTip();
    if (this.table.coach?.on) this.table.connection.send({ do: "review", seq: message.seq, plan: message.actions });
    this.table.connection.insist(message);
    this.table.offer();
  }

  undo() {
    if (this.table.turn.undo()) return;
    if (this.table.state.decision?.undo && !this.table.connection.unanswered) this.table.connection.insist({ do: "undo", seq: this.table.state.seq });
  }

  // ------------------------------------------------------------------ what is advised

  /** @param {Move} move */
  consider(move) {
    this.table.watch.picked();
    this.table.turn.consider(move);
    /** @type {HTMLElement | null} */ (document.querySelector("[data-deed=confirm]"))?.focus();
  }

  /** Draft a move that was advised, after the draft or instead of it. @param {number} action */
  considered(action) {
    const has = (/** @type {Move[]} */ moves) => moves.find((one) => one.action === action);
    const move = has(this.table.turn.draft.picks.moves) ?? has(movesOf(this.table.state.decision));
    if (move) this.consider(move);
  }

  /** Show the table with a change, or as it is. @param {SceneChange | null} scene */
  ghost(scene) {
    const change = scene ?? this.table.turn.told?.scene;
    this.table.stage.show(change ? patched(this.table.panels, change) : this.table.panels, true);
    this.table.arrange();
    light(this.table.stage, this.table.turn.draft, this.table.deciding, this.table.layout.main());
  }
}
