// Why does this score? What counted is lit with numbers that add up, the rest steps back.

/** @import { Locate, Located } from "./wire.js" */
/** @import { Host } from "./watch.js" */
/** @import { Asked } from "./score-sheet.js" */

import { at, h, icon } from "./elements.js";
import { mark, unmark } from "./marks.js";
import { capital, say, signed } from "./page.js";

export class Why {
  /**
   * @param {Host} host
   * @param {(locate: Locate) => void} send
   */
  constructor(host, send) {
    this.host = host;
    this.send = send;
    /** @type {Asked | null} */
    this.asked = null;
    /** @type {Located[]} */
    this.found = [];
    /** @type {string | null} what was large before, if something else had to be */
    this.before = null;
    this.card = h("section", { class: "why-card", id: "why", hidden: true, role: "status" });
    at("main").append(this.card);
  }

  get open() {
    return this.asked !== null;
  }

  /** Ask where some lines of a score sheet come from; the same again closes it. @param {Asked} asked */
  ask(asked) {
    const again = this.asked?.button === asked.button;
    this.close();
    if (again) return;
    this.asked = asked;
    asked.button.setAttribute("aria-expanded", "true");
    for (const line of asked.lines) this.send({ do: "locate", seat: asked.seat, line, at: asked.at });
  }

  /** @param {Located} located */
  hear(located) {
    const { asked } = this;
    if (!asked || located.seat !== asked.seat || !asked.lines.includes(located.line)) return;
    this.found.push(located);
    if (this.found.length === asked.lines.length) this.#show();
  }

  #show() {
    const [first] = this.found;
    if (!first) return;
    const parts = this.found.flatMap(({ counted, told }) => (counted.length ? counted.map(([, points]) => points) : [told.points]));
    const total = this.found.reduce((sum, { told }) => sum + told.points, 0);
    const name = this.found.find(({ panel }) => panel)?.panel ?? "";
    const view = this.host.stage.views.get(name);
    if (view && view.panel.kind === "board" && !view.element.closest("#boards")) {
      this.before = this.host.layout.large;
      this.host.layout.enlarge(name);
    }
    if (view) {
      const counted = this.found.filter(({ panel }) => panel === name).flatMap((one) => one.counted);
      view.element.classList.add("why");
      mark(view, counted.map(([items, points]) => ({ items, points, text: String(points).replace("-", "−") })), "why");
    }
    const close = h("button", { class: "btn icon-only quiet", type: "button", "aria-label": say("close") }, icon("cross"));
    close.addEventListener("click", () => this.close());
    const link = h("a", { href: first.rule.link }, say("show-rule"));
    link.addEventListener("click", (event) => {
      event.preventDefault();
      this.host.guide(first.rule.rule.split("/").at(-1) ?? "");
    });
    const text = this.found.length === 1 ? first.told.text : first.rule.title;
    this.card.replaceChildren(
      h("header", {}, h("h3", {}, say("why-title", { text: capital(text), points: signed(total) })), close),
      h("p", {}, first.rule.why),
      parts.length > 1 ? h("p", { class: "sum num" }, ...summed(parts, total)) : "",
      view ? "" : h("p", { class: "muted" }, say("why-nowhere")),
      link);
    this.card.hidden = false;
  }

  /** Give the board back. */
  close() {
    if (!this.asked) return;
    this.asked.button.setAttribute("aria-expanded", "false");
    if (document.activeElement && this.card.contains(document.activeElement)) this.asked.button.focus();
    this.asked = null;
    this.found = [];
    this.card.hidden = true;
    if (this.before !== null) this.host.layout.enlarge(this.before);
    this.before = null;
    for (const view of this.host.stage.views.values()) {
      view.element.classList.remove("why");
      unmark(view, "why");
    }
  }
}

/**
 * A sum as it is written: 3 + 3 − 2 = 4; equal summands are told as often as they come.
 * @param {number[]} parts
 * @param {number} total
 */
function summed(parts, total) {
  const shown = parts.flatMap((points, i) => [
    h("span", {}, i ? (points < 0 ? " − " : " + ") : points < 0 ? "−" : ""), h("b", {}, String(Math.abs(points)))]);
  return [...shown, h("span", {}, ` = ${String(total).replace("-", "−")}`)];
}
