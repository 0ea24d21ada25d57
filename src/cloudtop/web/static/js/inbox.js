// Messages of the server, taken one by one: a move of somebody else gets time to be seen before the next.

/** @import { ServerMessage } from "./wire.js" */

import { motion } from "./page.js";

/** How long others' moves stay before the next is shown. */
const PAUSE = 620;

export class Inbox {
  /** @param {(message: ServerMessage) => boolean} take shows a message, and says whether that was a move of somebody else */
  constructor(take) {
    this.take = take;
    /** @type {ServerMessage[]} */
    this.waiting = [];
    this.busy = false;
  }

  /** @param {ServerMessage} message */
  put(message) {
    this.waiting.push(message);
    if (!this.busy) this.next();
  }

  /** @returns {void} */
  next() {
    const message = this.waiting.shift();
    if (!message) return;
    const pause = this.take(message) && this.waiting.length && motion() && !document.hidden ? PAUSE : 0;
    if (!pause) return this.next();
    this.busy = true;
    setTimeout(() => {
      this.busy = false;
      this.next();
    }, pause);
  }
}
