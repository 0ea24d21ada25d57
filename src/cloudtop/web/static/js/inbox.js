// Messages of the server, taken one by one: a move of somebody else gets time to be seen before the next.

/** @import { ServerMessage } from "./wire.js" */

import { motion } from "./page.js";

/**
 * Who says how long a message is looked at, in milliseconds: before it is shown, and after.
 * @typedef {object} Pace
 * @property {(message: ServerMessage) => number | Promise<number>} before
 * @property {(message: ServerMessage) => number | Promise<number>} after
 * @property {() => void} end it has been looked at
 */

/** Answers to a question that change nothing on the board: they need not wait. @type {ServerMessage["did"][]} */
const ASIDE = ["locate", "inspect", "pong", "error", "whynot"];
/** So many messages may wait; with more, everything is shown faster. */
const PATIENT = 6;
/** Milliseconds between two moves that are skipped together. */
const SOON = 4000;

export class Inbox {
  /**
   * @param {(message: ServerMessage) => void} take shows a message
   * @param {Pace} pace
   */
  constructor(take, pace) {
    this.take = take;
    this.pace = pace;
    /** @type {ServerMessage[]} */
    this.waiting = [];
    this.busy = false;
    /** Until when nothing is waited for. */
    this.hurries = 0;
    /** @type {(() => void) | null} ends the present rest */
    this.wake = null;
    document.addEventListener("visibilitychange", () => document.hidden && this.wake?.());
  }

  /** @param {ServerMessage} message */
  put(message) {
    if (ASIDE.includes(message.did)) return this.take(message);
    this.waiting.push(message);
    if (!this.busy) this.#run();
    return undefined;
  }

  /** Show everything that waits at once, and what comes soon after it: whoever skips wants to be asked again. */
  hurry() {
    if (this.busy) this.hurries = performance.now() + SOON;
    this.wake?.();
  }

  get #hurried() {
    return performance.now() < this.hurries;
  }

  async #run() {
    this.busy = true;
    try {
      for (let message = this.waiting.shift(); message; message = this.waiting.shift()) {
        const moved = message.did === "moved";
        if (moved) await this.#rest(await this.pace.before(message));
        this.take(message);
        if (message.did === "moved") this.hurries = message.decision?.actions.length || !this.#hurried ? 0 : performance.now() + SOON;
        if (moved) await this.#rest(await this.pace.after(message));
        if (moved) this.pace.end();
      }
    } finally {
      this.busy = false;
    }
  }

  /** @param {number} time @returns {Promise<void> | undefined} */
  #rest(time) {
    if (!time || this.#hurried || !motion() || document.hidden) return undefined;
    return new Promise((done) => {
      const timer = setTimeout(() => this.wake?.(), time / (1 + Math.max(0, this.waiting.length - PATIENT)));
      this.wake = () => {
        clearTimeout(timer);
        this.wake = null;
        done();
      };
    });
  }
}
