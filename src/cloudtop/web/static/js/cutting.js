// This browser's part in a deal: a cut, sealed before any other is known, opened when all seals are on the table and noted.

/** @import { FairDeal, SeatStatus, ServerMessage } from "./wire.js" */
/** @import { Connection } from "./connection.js" */
/** @import { Noted } from "./page.js" */

import { hex, note, noted, say, sealText, tablePage } from "./page.js";
import { sha256 } from "./sha256.js";
import { showNote } from "./tip.js";

const { table, seal, cutting, alone } = tablePage;

export class Cutting {
  constructor() {
    /** @type {Noted | null} */
    this.note = noted(table);
    /** @type {number[]} */
    this.mine = [];
    /** @type {SeatStatus[]} */
    this.seats = [];
    /** Whether a seal was said for a seat that has none, and not yet seen there. */
    this.asked = false;
    this.warned = false;
  }

  /** Be ready to say hello: a browser that has to seal a cut has one. */
  async ready() {
    if (cutting !== "opening") await this.#make();
    return this;
  }

  async #make() {
    if (this.note) return;
    const cut = hex(crypto.getRandomValues(new Uint8Array(16)));
    const own = await sha256(sealText(cut));
    // Another window of this browser may have been faster.
    this.note = noted(table);
    if (this.note) return;
    const made = { seal, cut, at: Date.now() };
    if (cutting === "open") this.#keep(made);
    else if (!alone.length) this.#keep({ ...made, own });
    // Nobody else seals anything, so the cut may be opened at once.
    else this.#keep({ ...made, own, mine: [...alone], seals: Object.fromEntries(alone.map((seat) => [seat, own])) });
  }

  /** @param {Noted} changed */
  #keep(changed) {
    this.note = changed;
    note(table, changed);
  }

  /** What belongs into a hello. */
  hello() {
    if (!this.note?.own) return { cut: this.note?.cut ?? null };
    return { sealed: this.note.own, cut: this.note.seals ? this.note.cut : null };
  }

  /** Seal, or open, as soon as it is time. @param {ServerMessage} message @param {Connection} connection */
  hear(message, connection) {
    if (message.did === "state") this.#sit(message.mine);
    if (message.did !== "state" && message.did !== "moved") return;
    this.seats = message.seats ?? this.seats;
    const { fair } = message;
    if (!fair || fair.dealt || cutting === "open") return;
    if (fair.closed) this.#open(fair, connection);
    else void this.#seal(fair, connection);
  }

  /** Remember the own seats; until the cut is opened they are noted, so that nobody can move it. @param {number[]} mine */
  #sit(mine) {
    this.mine = mine;
    if (this.note?.own && !this.note.seals && mine.length) this.#keep({ ...this.note, mine });
  }

  /** Seal a cut for an own seat that has none. @param {FairDeal} fair @param {Connection} connection */
  async #seal({ awaited }, connection) {
    const missing = this.mine.some((seat) => awaited.includes(seat));
    if (missing && !this.asked) {
      this.asked = true;
      await this.#make();
      connection.greet();
    } else if (!missing) this.asked = false;
  }

  /** Note all seals and open the cut, if the own seal is among them as it was sealed. @param {FairDeal} fair @param {Connection} connection */
  #open(fair, connection) {
    this.note = noted(table) ?? this.note;
    if (!this.note?.own || this.note.seals) return;
    const { own, cut } = this.note;
    const seals = Object.fromEntries(fair.seals.map(({ seat, seal: on }) => [seat, on]));
    const mine = this.mine.filter((seat) => seals[seat] === own);
    const invented = this.seats.some(({ seat, kind }) => kind === "bot" && seals[seat]);
    if (fair.seal === this.note.seal && mine.length && !invented) {
      this.#keep({ ...this.note, seals, mine });
      connection.send({ do: "unseal", cut });
    } else if (!this.warned) {
      this.warned = true;
      showNote(say("deal-refused"));
    }
  }
}
