// The line to the table: it comes back by itself, and a move that was sent is never lost and never made twice.

/** @typedef {{ do: string, [key: string]: any }} Asked */

const PATIENCE = [300, 700, 1500, 3000, 5000, 8000];
const PULSE = 20000;

export class Line {
  /**
   * @param {string} path
   * @param {() => Asked} hello what to say first whenever the line stands
   * @param {(message: any) => void} hear
   * @param {(up: boolean) => void} tell
   */
  constructor(path, hello, hear, tell) {
    this.address = new URL(path, location.href);
    this.address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    this.hello = hello;
    this.hear = hear;
    this.tell = tell;
    this.failures = 0;
    this.over = false;
    /** @type {Asked | null} a move that has not been answered */
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

  /** @param {Asked} message */
  send(message) {
    if (!this.up) return false;
    this.socket?.send(JSON.stringify(message));
    return true;
  }

  /**
   * Send a move; it is sent again after a broken line until it is answered.
   * @param {Asked} message
   */
  insist(message) {
    this.unanswered = { ...message, nonce: crypto.getRandomValues(new Uint32Array(4)).join("-").slice(0, 40) };
    this.send(this.unanswered);
  }

  #open() {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => {
      this.heard = Date.now();
      this.send(this.hello());
      if (this.unanswered) this.send(this.unanswered);
    };
    socket.onmessage = (event) => {
      this.heard = Date.now();
      this.tell(true);
      this.failures = 0;
      const message = JSON.parse(event.data);
      if (message.nonce && message.nonce === this.unanswered?.nonce) this.unanswered = null;
      if (["stale", "illegal", "error"].includes(message.did)) this.unanswered = null;
      this.hear(message);
    };
    socket.onclose = (event) => {
      if (this.socket !== socket || this.over) return;
      if (event.code === 4403 || event.code === 4404) return this.hear({ did: "error", code: String(event.code), message: event.reason });
      const wait = PATIENCE[Math.min(this.failures, PATIENCE.length - 1)];
      this.failures += 1;
      this.tell(false);
      this.timer = window.setTimeout(() => this.#open(), wait);
    };
  }

  #pulse() {
    if (!this.up) return;
    if (Date.now() - this.heard > 2.5 * PULSE) this.socket?.close();
    else this.send({ do: "ping" });
  }
}
