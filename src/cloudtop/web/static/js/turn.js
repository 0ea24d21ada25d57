// One's own turn: the draft, what the server says to it, and when it is played.

/** @import { BrowserMessage, Decision, Drafted, Play } from "./wire.js" */
/** @import { Answer, Move } from "./picking.js" */

import { Draft } from "./draft.js";
import { kept } from "./page.js";
import { movesOf } from "./picking.js";

/** When moves are made: each by itself, all of a turn together, or without being asked. @returns {"step" | "turn" | "never"} */
export function confirming() {
  const wanted = document.body.dataset.confirm ?? kept("confirm", "turn");
  return wanted === "step" || wanted === "never" ? wanted : "turn";
}

/**
 * @typedef {object} Does
 * @property {(message: BrowserMessage) => void} send
 * @property {(message: Omit<Play, "nonce">) => void} play
 * @property {() => void} show the draft has changed
 * @property {(lost: number) => void} lose so many moves of the draft no longer fit
 */

export class Turn {
  /** @param {Does} does */
  constructor(does) {
    this.does = does;
    this.draft = new Draft([]);
    /** @type {Decision | null} what is decided first */
    this.decision = null;
    /** @type {Drafted | null} what the server said to the draft as it is shown */
    this.told = null;
    this.seq = 0;
    this.number = 0;
    /** @type {string[]} taps that came before the server had said what can follow */
    this.queue = [];
  }

  /** What is asked now: after the draft, where the server has said so. @returns {Decision | null} */
  get asked() {
    return this.told?.decision ?? this.decision;
  }

  /** Whether the turn can be ended. */
  get ready() {
    return this.draft.ready;
  }

  /**
   * The table has moved: the draft stays as far as it still fits.
   * @param {Decision | null} decision
   * @param {number} seq
   * @param {boolean} played whether the draft has just been played
   * @returns {boolean} whether the server was asked how the draft looks now
   */
  begin(decision, seq, played) {
    const [old, before] = [this.draft, this.decision];
    this.seq = seq;
    this.decision = decision;
    this.queue = [];
    const moves = movesOf(decision);
    if (!played && old.begun && moves.length && JSON.stringify(before?.actions) === JSON.stringify(decision?.actions)) {
      this.ask();
      return true;
    }
    const had = played ? 0 : old.plan.length;
    this.told = null;
    this.draft = new Draft(moves, !played && old.begun && moves.length ? old : undefined);
    this.number += 1;
    if (had && !this.draft.plan.length) this.does.lose(had);
    const asks = this.draft.begun || this.draft.waiting;
    if (asks) this.ask();
    else delete document.body.dataset.asks;
    return asks;
  }

  /** @param {string} target @returns {Answer} */
  tap(target) {
    if (this.draft.waiting && !this.draft.takes(target)) {
      this.queue.push(target);
      return "picked";
    }
    const answer = this.draft.tap(target);
    if (answer !== "refused") this.changed();
    return answer;
  }

  /** Turn what can be turned. @param {number} by */
  rotate(by) {
    if (this.draft.rotate(by)) this.changed();
  }

  /** Take the last pick back; says whether there was one. */
  drop() {
    if (!this.draft.begun) return false;
    this.draft.drop();
    this.changed();
    return true;
  }

  /** Take the last step back; says whether there was one. */
  undo() {
    if (!this.draft.begun) return false;
    this.draft.undo();
    this.changed();
    return true;
  }

  /** @param {Move} move */
  consider(move) {
    this.draft.consider(move);
    this.changed();
  }

  /** Forget the draft. */
  clear() {
    this.draft = new Draft(movesOf(this.decision));
    this.changed();
  }

  changed() {
    this.queue = [];
    if (this.draft.begun || this.draft.waiting) {
      this.does.show();
      return this.ask();
    }
    this.number += 1;
    this.told = null;
    delete document.body.dataset.asks;
    return this.does.show();
  }

  /** Ask the server how the table looks after the draft. */
  ask() {
    this.number += 1;
    document.body.dataset.asks = "";
    this.does.send({ do: "draft", seq: this.seq, plan: this.draft.plan, chosen: this.draft.picks.chosen, number: this.number });
  }

  /** The server tells how the table looks after the draft. @param {Drafted} told */
  answer(told) {
    if (told.number !== this.number) return undefined;
    delete document.body.dataset.asks;
    const { draft } = this;
    if (told.plan.length < draft.plan.length) {
      this.draft = new Draft(movesOf(this.decision));
      this.does.lose(told.lost);
      return this.changed();
    }
    const stepwise = confirming() === "step" && draft.plan.length > 0;
    if (draft.follow(movesOf(told.decision), told.ready || stepwise)) return this.ask();
    if (this.queue.length && !draft.waiting) {
      const next = /** @type {string} */ (this.queue.shift());
      const rest = this.queue;
      if (draft.takes(next)) {
        this.tap(next);
        this.queue = rest;
        return undefined;
      }
    }
    this.told = told;
    this.does.show();
    if (draft.lost) this.does.lose(draft.lost);
    draft.lost = 0;
    if (draft.ready && confirming() === "never" && draft.begun) this.play();
    return undefined;
  }

  /** Make the moves of the draft, where it is complete. */
  play() {
    if (this.draft.ready) this.does.play({ do: "play", seq: this.seq, actions: this.draft.plan });
  }
}
