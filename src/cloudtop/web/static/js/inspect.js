// A piece, a card or a token, seen close: a large picture, its name, what it does, the way to its rule.

/** @import { Inspect, Inspected } from "./wire.js" */
/** @import { Host } from "./watch.js" */

import { h, icon } from "./elements.js";
import { capital, say } from "./page.js";
import { drawn } from "./picture.js";

/** About so many things one question is asked. */
const MOST = 40;

export class Inspector {
  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    /** @type {{ panel: string, items: string[], spot: DOMRect, held: boolean, from: Element | null } | null} */
    this.asked = null;
    /** The thing that is shown. */
    this.item = "";
    /** Which way things are gone through, if they are: to the next one or the one before. */
    this.way = 0;
    /** So many panels may still be looked at for a thing to tell of. */
    this.left = 0;
    this.card = h("div", { class: "inspector", role: "dialog", "aria-modal": "false", "aria-labelledby": "inspector-title", hidden: true, tabindex: "-1" });
    this.card.addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (!by) return;
      event.preventDefault();
      event.stopPropagation();
      this.walk(by);
    });
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
    this.way = 0;
    this.#ask(question.panel, question.items, spot, held, document.activeElement);
  }

  /** @param {string} panel @param {string[]} items @param {DOMRect} spot @param {boolean} held @param {Element | null} from */
  #ask(panel, items, spot, held, from) {
    this.asked = { panel, items, spot, held, from };
    this.host.send({ do: "inspect", panel, items, at: this.host.at() });
  }

  /**
   * Go to the next thing on the table or to the one before, panel by panel; from nowhere to the first.
   * @param {number} way 1 or -1
   */
  walk(way) {
    const { views } = this.host.stage;
    this.way = way;
    this.left = views.size;
    const here = this.asked?.panel ?? "";
    const things = this.#things(here);
    const rest = this.item ? things.slice(things.indexOf(this.item) + 1) : [];
    if (rest.length) this.#look(here, rest);
    else this.#on(here);
  }

  /** The things of a panel, in the order in which they are gone through. @param {string} panel */
  #things(panel) {
    const things = [...(this.host.stage.views.get(panel)?.placed.keys() ?? [])];
    return this.way < 0 ? things.reverse() : things;
  }

  /** Go on with the next panel that has anything on it. @param {string} from */
  #on(from) {
    const names = [...this.host.stage.views.keys()];
    let at = names.indexOf(from);
    while (this.left > 0) {
      this.left -= 1;
      at = (at + this.way + names.length) % names.length;
      const name = names[Math.max(at, 0)] ?? "";
      const things = this.#things(name);
      if (things.length) return this.#look(name, things);
    }
    return this.close();
  }

  /** Ask about the first of some things that there is something to say about. @param {string} panel @param {string[]} things */
  #look(panel, things) {
    const view = this.host.stage.views.get(panel);
    const spot = view?.element.getBoundingClientRect() ?? new DOMRect();
    this.#ask(panel, things.slice(0, MOST), spot, true, this.asked?.from ?? document.activeElement);
  }

  /** @param {Inspected} told */
  hear({ panel, item, title, text, rule, picture }) {
    const { asked } = this;
    if (!asked || asked.panel !== panel || (item && !asked.items.includes(item))) return;
    if (!item && this.way) {
      const rest = this.#things(panel);
      const more = rest.slice(rest.indexOf(asked.items.at(-1) ?? "") + 1);
      return more.length ? this.#look(panel, more) : this.#on(panel);
    }
    if (!item) return this.close();
    this.item = item;
    Object.assign(this.card.dataset, { of: panel, item });
    const close = h("button", { class: "btn icon-only quiet", type: "button", "aria-label": say("close") }, icon("cross"));
    close.addEventListener("click", () => this.close());
    const link = rule && h("a", { href: rule.link }, say("show-rule"));
    link?.addEventListener("click", (event) => {
      event.preventDefault();
      this.close();
      this.host.guide(rule?.rule.split("/").at(-1) ?? "");
    });
    const words = h("div", { "aria-live": "polite" }, h("h3", { id: "inspector-title" }, capital(title)), h("p", {}, text), asked.held ? link : null, asked.held ? this.#arrows() : null);
    this.card.replaceChildren(...[drawn(picture, "close-up"), words, asked.held ? close : null].filter((part) => part !== null));
    this.card.classList.toggle("held", asked.held);
    this.card.hidden = false;
    const node = this.host.stage.views.get(panel)?.placed.get(item)?.node;
    this.#place(this.way && node ? node.getBoundingClientRect() : asked.spot);
    if (asked.held) this.card.focus({ preventScroll: true });
    return undefined;
  }

  /** Buttons that go to the thing before and to the next one. */
  #arrows() {
    const button = (/** @type {number} */ way, /** @type {string} */ name, /** @type {string} */ sign) => {
      const made = h("button", { class: "btn icon-only quiet", type: "button", "aria-label": say(name), "data-walk": way }, icon(sign));
      made.addEventListener("click", () => this.walk(way));
      return made;
    };
    return h("div", { class: "walk" }, button(-1, "inspect-before", "back"), button(1, "inspect-next", "next"));
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
    this.item = "";
    this.way = 0;
    this.card.hidden = true;
  }
}
