// A piece, a card or a token, seen close: a large picture, its name, what it does, the way to its rule.

/** @import { Inspect, Inspected } from "./wire.js" */
/** @import { Host } from "./watch.js" */

import { h, icon } from "./elements.js";
import { say } from "./page.js";
import { drawn } from "./picture.js";

export class Inspector {
  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    /** @type {{ panel: string, items: string[], spot: DOMRect, held: boolean, from: Element | null } | null} */
    this.asked = null;
    this.card = h("div", { class: "inspector", role: "dialog", "aria-modal": "false", "aria-labelledby": "inspector-title", hidden: true, tabindex: "-1" });
    document.body.append(this.card);
  }

  get open() {
    return !this.card.hidden;
  }

  /**
   * Ask about what was pointed at.
   * @param {Inspect} question
   * @param {DOMRect} spot where it is on the screen
   * @param {boolean} held whether it was asked on purpose: then it stays, and takes the focus
   */
  ask(question, spot, held) {
    this.asked = { panel: question.panel, items: question.items, spot, held, from: document.activeElement };
    this.host.send(question);
  }

  /** @param {Inspected} told */
  hear({ panel, item, title, text, rule, picture }) {
    const { asked } = this;
    if (!asked || asked.panel !== panel || (item && !asked.items.includes(item))) return;
    if (!item) return this.close();
    const close = h("button", { class: "btn icon-only quiet", type: "button", "aria-label": say("close") }, icon("cross"));
    close.addEventListener("click", () => this.close());
    const link = rule && h("a", { href: rule.link }, say("show-rule"));
    link?.addEventListener("click", (event) => {
      event.preventDefault();
      this.close();
      this.host.guide(rule?.rule.split("/").at(-1) ?? "");
    });
    const words = h("div", {}, h("h3", { id: "inspector-title" }, title), h("p", {}, text), asked.held ? link : null);
    this.card.replaceChildren(...[drawn(picture, "close-up"), words, asked.held ? close : null].filter((part) => part !== null));
    this.card.classList.toggle("held", asked.held);
    this.card.hidden = false;
    this.#place(asked.spot);
    if (asked.held) this.card.focus({ preventScroll: true });
  }

  /** Beside what was pointed at, on the side where there is room. @param {DOMRect} spot */
  #place(spot) {
    const { width, height } = this.card.getBoundingClientRect();
    const right = spot.right + 14 + width < innerWidth;
    const x = right ? spot.right + 12 : spot.left - width - 12;
    this.card.style.left = `${Math.max(8, Math.min(x, innerWidth - width - 8))}px`;
    this.card.style.top = `${Math.max(8, Math.min(spot.top + spot.height / 2 - height / 2, innerHeight - height - 8))}px`;
  }

  close() {
    if (this.open && this.asked?.held && this.asked.from instanceof HTMLElement) this.asked.from.focus({ preventScroll: true });
    if (this.open && this.asked?.held && this.asked.from instanceof SVGElement) this.asked.from.focus({ preventScroll: true });
    this.asked = null;
    this.card.hidden = true;
  }
}
