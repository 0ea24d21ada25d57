// The connection to the table: it comes back by itself, and a move that was sent is never lost and never made twice.

/** @import { BrowserMessage, Hello, Play, ServerMessage, Undo } from "./wire.js" */

/** Milliseconds to wait before trying again, after the first failure, the second and so on. */
const PATIENCE = [300, 700, 1500, 3000, 5000];
const LONGEST_WAIT = 8000;
const PULSE = 20000;
/** Codes with which the server closes for good: there is no such table, or no way in. */
const FOR_GOOD = [4403, 4404];
/** The code with which a server says that it restarts. */
const RESTARTS = 1012;

export class Connection {
  /**
   * @param {string} path
   * @param {() => Hello} hello what to say first whenever the connection stands
   * @param {(message: ServerMessage) => void} hear
   * @param {(up: boolean, restarting: boolean) => void} tell whether the connection stands, and if not, whether the house restarts
   */
  constructor(path, hello, hear, tell) {
    this.address = new URL(path, location.href);
    this.address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    this.hello = hello;
    this.hear = hear;
    this.tell = tell;
    this.failures = 0;
    this.over = false;
    /** @type {Play | Undo | null} a move that has not been answered */
    this.unanswered = null;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.timer = 0;
    this.heard = 0;
    addEventListener("online", () => this.now());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.now();
    });
    addEventListener("pagehide", () => {
      this.over = true;
      this.socket?.close();
    });
    addEventListener("pageshow", (event) => {
      if (!event.persisted) return;
      this.over = false;
      this.now();
    });
    setInterval(() => this.#pulse(), PULSE);
    this.#open();
  }

  get up() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Try again at once. */
  now() {
    if (this.over || this.up || this.socket?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.timer);
    this.#open();
  }

  /** @param {BrowserMessage} message */
  send(message) {
    if (this.up) this.socket?.send(JSON.stringify(message));
  }

  /** Say again from where this browser looks. */
  greet() {
    this.send(this.hello());
  }

  /**
   * Send a move; it is sent again after a break until it is answered.
   * @param {Omit<Play, "nonce"> | Omit<Undo, "nonce">} message
   */
  insist(message) {
    const nonce = crypto.getRandomValues(new Uint32Array(4)).join("-").slice(0, 40);
    this.unanswered = { ...message, nonce };
    this.send(this.unanswered);
  }

  #open() {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => {
      this.heard = Date.now();
      this.greet();
      if (this.unanswered) this.send(this.unanswered);
    };
    socket.onmessage = (event) => {
      this.heard = Date.now();
      this.tell(true, false);
      this.failures = 0;
      /** @type {ServerMessage} */
      const message = JSON.parse(event.data);
      if (this.#answers(message)) this.unanswered = null;
      this.hear(message);
    };
    socket.onclose = (event) => {
      if (this.socket !== socket || this.over || FOR_GOOD.includes(event.code)) return;
      const wait = PATIENCE[this.failures] ?? LONGEST_WAIT;
      this.failures += 1;
      // Whatever comes of telling it, the connection is tried again.
      this.timer = window.setTimeout(() => this.#open(), wait);
      this.tell(false, event.code === RESTARTS);
    };
  }

  /** Whether a message answers the move that was sent. @param {ServerMessage} message */
  #answers(message) {
    switch (message.did) {
      case "played":
      case "undone":
      case "stale":
      case "illegal": return message.nonce === this.unanswered?.nonce;
      // A message that could not be read is named by nothing: no move of ours is such a one.
      case "error": return message.code === "bad-message" || message.nonce === this.unanswered?.nonce;
      default: return false;
    }
  }

  #pulse() {
    if (!this.up) return;
    if (Date.now() - this.heard > 2.5 * PULSE) this.socket?.close();
    else this.send({ do: "ping" });
  }
}

/**
 * A message of a kind that no type tells of; the type checker refuses this call where a kind is left out.
 * @param {never} message
 */
export function unheardOf(message) {
  throw new Error(`an unknown message: ${JSON.stringify(message)}`);
}
