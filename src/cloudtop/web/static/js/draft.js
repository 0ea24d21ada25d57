// A turn as a draft: moves that are decided but not sent, and the picks of the next one. Nothing here touches the page
// or the wire, and nothing knows a rule: only the lists of what the server allows.

/** @import { Answer, Move } from "./picking.js" */

import { Picks, facet, isRotation } from "./picking.js";

/**
 * A move of the draft.
 * @typedef {object} Step
 * @property {Picks} picks what it was picked from, and how
 * @property {Move} move
 * @property {boolean} forced whether there was nothing to pick
 */

/** A move that waits to be drafted again; one that was only put behind another is not missed. @typedef {{ move: Move, missed: boolean }} Waiting */

export class Draft {
  /**
   * @param {Move[]} moves what may be done first
   * @param {Draft} [old] a draft to carry over, as far as it still fits
   */
  constructor(moves, old) {
    /** @type {Step[]} */
    this.steps = [];
    this.picks = new Picks(moves);
    /** @type {Waiting[]} moves that wait while a step before them is picked anew: they are kept if they still fit */
    this.tail = [];
    /** How many of those did not. */
    this.lost = 0;
    /** @type {number | null} the step that somebody went back to: its targets come first */
    this.aim = null;
    /** Whether the last move ends the turn or shows something: nothing can follow it. */
    this.ready = false;
    /** Whether the server has yet to say what can follow. */
    this.waiting = false;
    if (old) this.#carry(old);
    else this.#settle();
  }

  /** @param {Draft} old */
  #carry(old) {
    const { chosen } = old.picks;
    this.tail = old.steps.filter(({ forced }) => !forced).map(({ move }) => ({ move, missed: true }));
    if (!this.tail.length && this.picks.fitting(chosen).length) this.picks.chosen = chosen;
    this.follow(this.picks.moves, false);
  }

  /** The numbers of the moves. */
  get plan() {
    return this.steps.map(({ move }) => move.action);
  }

  /** The step that was decided last. */
  get last() {
    return this.steps.at(-1) ?? null;
  }

  /** Whether anything was picked at all. */
  get begun() {
    return this.picks.chosen.length > 0 || this.steps.some((step) => !step.forced);
  }

  /** Everything picked, in all steps. */
  get chosen() {
    return [...this.steps.flatMap(({ move }) => move.targets), ...this.picks.chosen];
  }

  /** Whether a tap on a target is a change of mind and not a mistake. @param {string} target */
  takes(target) {
    return this.picks.knows(target) || this.steps.some(({ picks }) => picks.knows(target));
  }

  /**
   * Pick a target, or take it back: of the present step, else of the nearest step before it.
   * @param {string} target
   * @returns {Answer}
   */
  tap(target) {
    const aimed = this.aim !== null && this.steps[this.aim]?.picks.knows(target) ? this.aim : null;
    this.aim = null;
    if (aimed === null && this.picks.knows(target)) return this.#pick(target);
    const at = aimed ?? this.steps.findLastIndex(({ picks }) => picks.knows(target));
    const step = this.steps[at];
    if (!step) return "refused";
    this.#reopen(at);
    // A move of another sort is not replaced: it comes after the one that is picked now.
    const kinds = new Set(step.move.targets.map(facet));
    const same = step.picks.moves.some((move) => move.targets.includes(target) && move.targets.some((other) => kinds.has(facet(other))));
    if (!same) {
      this.picks.chosen = [];
      this.tail.unshift({ move: step.move, missed: false });
    }
    return this.#pick(target);
  }

  /** @param {string} target @returns {Answer} */
  #pick(target) {
    const answer = this.picks.tap(target);
    this.#settle();
    return answer;
  }

  /** Take the last pick back, or the last move. */
  drop() {
    this.tail = [];
    if (this.picks.chosen.length) {
      this.picks.chosen = this.picks.chosen.slice(0, -1);
      return;
    }
    while (this.last?.forced) this.#reopen(this.steps.length - 1);
    const last = this.last;
    this.tail = [];
    if (!last) return;
    this.#reopen(this.steps.length - 1);
    this.picks.chosen = last.picks.chosen.filter((target) => !isRotation(target)).slice(0, -1);
  }

  /** Take the whole last step back. */
  undo() {
    if (!this.picks.chosen.length) {
      while (this.last?.forced) this.#reopen(this.steps.length - 1);
      this.#reopen(this.steps.length - 1);
    }
    this.picks.chosen = [];
    this.tail = [];
    this.aim = null;
  }

  /** The picks that R turns: those of the present step, else of the nearest that can be turned; and their place. */
  turnable() {
    if (this.picks.rotations().length) return { at: this.steps.length, picks: this.picks };
    const at = this.steps.findLastIndex(({ picks }) => picks.rotations().length > 0);
    const step = this.steps[at];
    return step ? { at, picks: step.picks } : null;
  }

  /** Turn what can be turned; says whether there is anything. @param {number} by quarter turns */
  rotate(by) {
    const found = this.turnable();
    if (!found) return false;
    if (found.at < this.steps.length) this.#reopen(found.at);
    this.picks.rotate(by);
    this.#settle();
    return true;
  }

  /** Draft a move of the present step, or of the nearest that has it. @param {Move} move */
  consider(move) {
    const has = (/** @type {Picks} */ picks) => picks.moves.some(({ action }) => action === move.action);
    if (!has(this.picks)) {
      const at = this.steps.findLastIndex(({ picks }) => has(picks));
      if (at < 0) return;
      this.#reopen(at);
      this.tail = [];
    }
    this.picks.chosen = [...move.targets];
    this.#push(move, false);
  }

  /**
   * The server has said what can follow the moves so far.
   * @param {Move[]} moves
   * @param {boolean} ready whether nothing can
   * @returns {boolean} whether something kept was drafted again, so that the server has to be asked once more
   */
  follow(moves, ready) {
    this.waiting = false;
    this.ready = ready;
    if (ready) {
      this.lost += this.tail.filter(({ missed }) => missed).length;
      this.tail = [];
      return false;
    }
    const chosen = this.picks.chosen;
    this.picks = new Picks(moves, chosen);
    if (chosen.length) return false;
    while (this.tail.length) {
      const wanted = this.tail.shift();
      const again = moves.find(({ action }) => action === wanted?.move.action);
      if (again) {
        this.picks.chosen = [...again.targets];
        this.#push(again, false);
        return true;
      }
      if (wanted?.missed) this.lost += 1;
    }
    return this.#settle();
  }

  /** Pick a step anew; the moves after it wait. @param {number} at */
  #reopen(at) {
    const step = this.steps[at];
    if (!step) return;
    const after = this.steps.splice(at).slice(1).filter(({ forced }) => !forced).map(({ move }) => ({ move, missed: true }));
    this.tail = [...after, ...this.tail];
    this.picks = new Picks(step.picks.moves, step.forced ? [] : [...step.picks.chosen]);
    this.ready = this.waiting = false;
  }

  /** A step is complete as soon as its picks make a move. @returns {boolean} whether they do */
  #settle() {
    const move = this.picks.settled();
    if (!move) return false;
    this.#push(move, !this.picks.chosen.length);
    return true;
  }

  /** @param {Move} move @param {boolean} forced */
  #push(move, forced) {
    this.steps.push({ picks: this.picks, move, forced });
    this.picks = new Picks([]);
    this.waiting = true;
  }
}
