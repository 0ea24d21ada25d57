// Picking a move by its targets, in any order. No rules: only the list of what the server allows now.

/** @import { Decision } from "./wire.js" */

/**
 * @typedef {object} Move
 * @property {number} action
 * @property {string[]} targets
 * @property {string} notation
 * @property {string} words
 */

/** What a tap did. @typedef {"picked" | "dropped" | "refused"} Answer */

/**
 * The kind of a target: "hand" of "hand:c3".
 * @param {string} target
 */
export const facet = (target) => target.replace(/:.*/, "");

/** How a piece lies ("turn:0" to "turn:3") is adjusted after the fact, so it never has to be picked. */
export const ROTATION = "turn";

/** @param {string} target */
export const isRotation = (target) => facet(target) === ROTATION;

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
  /** @param {Move[]} moves @param {string[]} [chosen] */
  constructor(moves, chosen = []) {
    this.moves = moves;
    this.chosen = chosen;
    /** Every target of the moves. */
    this.targets = new Set(moves.flatMap((move) => move.targets));
  }

  /**
   * The moves that contain all these targets.
   * @param {string[]} [chosen]
   */
  fitting(chosen = this.chosen) {
    return this.moves.filter((move) => chosen.every((target) => move.targets.includes(target)));
  }

  /** Whether a target occurs in any of the moves. @param {string} target */
  knows(target) {
    return this.targets.has(target);
  }

  /** The targets that may be picked next and leave every pick as it is. */
  open() {
    const open = new Set(this.fitting().flatMap((move) => move.targets));
    for (const target of this.chosen) open.delete(target);
    return open;
  }

  /** The targets that would take the place of one pick and leave all the others. */
  instead() {
    /** @type {Set<string>} */
    const found = new Set();
    for (const pick of this.chosen) {
      const others = this.chosen.filter((target) => target !== pick && !isRotation(target));
      for (const move of this.fitting(others)) for (const target of move.targets) if (facet(target) === facet(pick)) found.add(target);
    }
    for (const target of this.chosen) found.delete(target);
    return found;
  }

  /** The ways to turn what is picked. */
  rotations() {
    const held = this.chosen.filter((target) => !isRotation(target));
    const found = new Set(this.fitting(held).flatMap((move) => move.targets.filter(isRotation)));
    return found.size > 1 ? [...found].sort() : [];
  }

  /** The way it lies now; before it is picked, the first. @returns {string} */
  rotation() {
    const picked = this.chosen.find(isRotation) ?? this.settled()?.targets.find(isRotation);
    return picked ?? this.rotations()[0] ?? "";
  }

  /**
   * The move that is being considered: nothing is left to pick but, perhaps, how its piece lies, or what all moves
   * that fit have in common: the only card in hand need not be tapped.
   * @returns {Move | null}
   */
  settled() {
    if (!this.chosen.some((target) => !isRotation(target))) return only(this.moves);
    const fitting = this.fitting();
    const left = (/** @type {Move} */ move) => move.targets.some((target) => !this.chosen.includes(target) && !isRotation(target));
    return fitting.find((move) => !left(move)) ?? (alike(fitting) ? (fitting[0] ?? null) : null);
  }

  /**
   * Pick a target, or take it back. Every target of a move is a change of mind: as many of the earlier picks stay as
   * go with it, and of equally many the newer ones.
   * @param {string} target
   * @returns {Answer}
   */
  tap(target) {
    if (this.chosen.includes(target)) {
      this.chosen = this.chosen.filter((other) => other !== target);
      return "dropped";
    }
    /** @type {string[] | null} */
    let best = null;
    for (const move of this.moves) {
      if (!move.targets.includes(target)) continue;
      const kept = this.chosen.filter((other) => move.targets.includes(other));
      if (!best || this.#better(kept, best)) best = kept;
    }
    if (!best) return "refused";
    this.chosen = [...best, target];
    return "picked";
  }

  /** Whether it is better to keep one set of picks than another. @param {string[]} one @param {string[]} other */
  #better(one, other) {
    const solid = (/** @type {string[]} */ picks) => picks.filter((target) => !isRotation(target));
    const [mine, theirs] = [solid(one), solid(other)];
    if (mine.length !== theirs.length) return mine.length > theirs.length;
    for (const target of this.chosen.toReversed()) {
      if (mine.includes(target) !== theirs.includes(target)) return mine.includes(target);
    }
    return one.length > other.length;
  }

  /**
   * Turn what is picked; says whether it can be turned.
   * @param {number} by quarter turns
   */
  rotate(by) {
    const rotations = this.rotations();
    const now = rotations.indexOf(this.rotation());
    const next = rotations[(now + by + rotations.length) % rotations.length];
    if (next === undefined) return false;
    this.chosen = [...this.chosen.filter((target) => !isRotation(target)), next];
    return true;
  }
}

/** The only one of some moves. @param {Move[]} moves */
const only = (moves) => (moves.length === 1 ? (moves[0] ?? null) : null);

/** Whether some moves are one but for how its piece lies. @param {Move[]} moves */
const alike = (moves) => new Set(moves.map(({ targets }) => targets.filter((target) => !isRotation(target)).sort().join(" "))).size === 1;
