// Picking a move by its targets, in any order. No rules: only the list of what the server allows now.

/** @import { Decision } from "./wire.js" */

/**
 * @typedef {object} Move
 * @property {number} action
 * @property {string[]} targets
 * @property {string} notation
 * @property {string} words
 */

/** What happens after a tap. @typedef {"picked" | "dropped" | "confirm" | "refused"} Answer */

/**
 * The kind of a target: "hand" of "hand:c3".
 * @param {string} target
 */
export const facet = (target) => target.replace(/:.*/, "");

/** How a piece lies ("turn:0" to "turn:3") is adjusted after the fact, so it never has to be picked. */
export const ROTATION = "turn";

/**
 * The moves of a decision; each has its number as a step from the one before.
 * @param {Decision | null} decision
 * @returns {Move[]}
 */
export function movesOf(decision) {
  let action = 0;
  return (decision?.actions ?? []).map(([step, targets, notation, words]) => ({ action: (action += step), targets, notation, words }));
}

export class Picks {
  /** @param {Move[]} moves */
  constructor(moves) {
    this.moves = moves;
    /** @type {string[]} */
    this.chosen = [];
  }

  /**
   * The moves that contain all these targets.
   * @param {string[]} [chosen]
   */
  fitting(chosen = this.chosen) {
    return this.moves.filter((move) => chosen.every((target) => move.targets.includes(target)));
  }

  /** The targets that may be picked next. */
  open() {
    const open = new Set(this.fitting().flatMap((move) => move.targets));
    for (const target of this.chosen) open.delete(target);
    return open;
  }

  /** The rotations between which the considered move can be adjusted. */
  rotations() {
    const held = this.chosen.filter((target) => facet(target) !== ROTATION);
    const found = new Set(this.fitting(held).flatMap((move) => move.targets.filter((target) => facet(target) === ROTATION)));
    return this.settled() && found.size > 1 ? [...found] : [];
  }

  /**
   * The move that is being considered: nothing is left to pick but, perhaps, how its piece lies.
   * @returns {Move | null}
   */
  settled() {
    if (!this.chosen.length) return only(this.moves);
    const fitting = this.fitting();
    const left = (/** @type {Move} */ move) =>
      move.targets.filter((target) => !this.chosen.includes(target) && facet(target) !== ROTATION);
    const whole = fitting.filter((move) => !left(move).length);
    return whole[0] ?? only(fitting);
  }

  /**
   * @param {string} target
   * @returns {Answer}
   */
  tap(target) {
    if (this.chosen.includes(target)) {
      if (this.settled() && target === this.chosen.at(-1)) return "confirm";
      this.chosen = this.chosen.filter((other) => other !== target);
      return "dropped";
    }
    if (this.fitting([...this.chosen, target]).length) {
      this.chosen = [...this.chosen, target];
      return "picked";
    }
    if (!this.fitting([target]).length) return "refused";
    const others = this.chosen.filter((other) => facet(other) !== facet(target));
    if (others.length < this.chosen.length || !this.#together(target)) {
      this.chosen = [...this.#longest(others, target), target];
      return "picked";
    }
    return "refused";
  }

  /** Turn the piece of the considered move; says whether it can be turned. */
  rotate() {
    const rotations = this.rotations();
    const now = rotations.findIndex((target) => this.settled()?.targets.includes(target));
    const next = rotations[(now + 1) % rotations.length];
    if (next === undefined) return false;
    this.chosen = [...this.chosen.filter((target) => facet(target) !== ROTATION), next];
    return true;
  }

  /** Take the last pick back. */
  drop() {
    this.chosen = this.chosen.slice(0, -1);
  }

  /** @param {Move} move */
  consider(move) {
    this.chosen = [...move.targets];
  }

  /**
   * Whether a target's kind occurs together with what is chosen in any move: if not, the player thinks of another move.
   * @param {string} target
   */
  #together(target) {
    const kinds = [...this.chosen, target].map(facet);
    return this.moves.some((move) => kinds.every((kind) => move.targets.some((other) => facet(other) === kind)));
  }

  /**
   * As many of the earlier picks as go with a target.
   * @param {string[]} earlier
   * @param {string} target
   */
  #longest(earlier, target) {
    /** @type {string[]} */
    let held = [];
    for (const other of earlier) if (this.fitting([...held, other, target]).length) held = [...held, other];
    return held;
  }
}

/** The only one of some moves. @param {Move[]} moves */
const only = (moves) => (moves.length === 1 ? (moves[0] ?? null) : null);
