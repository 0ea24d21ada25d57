// Picking a move by its targets, in any order. No rules: only the list of what the server allows now.

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
export const facet = (target) => target.split(":", 1)[0];

/** How a piece is turned is adjusted after the fact, so it never has to be picked. */
const ADJUSTED = "turn";

/**
 * The moves of a decision; each has its number as a step from the one before.
 * @param {any} decision
 * @returns {Move[]}
 */
export function movesOf(decision) {
  let action = 0;
  return (decision?.actions ?? []).map((/** @type {any[]} */ [step, targets, notation, words]) => ({ action: (action += step), targets, notation, words }));
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

  /** The turns between which the considered move can be adjusted. */
  turns() {
    const held = this.chosen.filter((target) => facet(target) !== ADJUSTED);
    const turns = new Set(this.fitting(held).flatMap((move) => move.targets.filter((target) => facet(target) === ADJUSTED)));
    return this.settled() && turns.size > 1 ? [...turns] : [];
  }

  /**
   * The move that is being considered: nothing is left to pick but, perhaps, how it is turned.
   * @returns {Move | null}
   */
  settled() {
    if (!this.chosen.length) return this.moves.length === 1 ? this.moves[0] : null;
    const fitting = this.fitting();
    const left = (/** @type {Move} */ move) =>
      move.targets.filter((target) => !this.chosen.includes(target) && facet(target) !== ADJUSTED);
    const whole = fitting.filter((move) => !left(move).length);
    return whole[0] ?? (fitting.length === 1 ? fitting[0] : null);
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

  /** The next of the turns. */
  turn() {
    const turns = this.turns();
    const settled = this.settled();
    if (!settled || !turns.length) return false;
    const now = turns.findIndex((target) => settled.targets.includes(target));
    this.chosen = [...this.chosen.filter((target) => facet(target) !== ADJUSTED), turns[(now + 1) % turns.length]];
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
