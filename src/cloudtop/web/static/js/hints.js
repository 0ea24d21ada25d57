// What a strong player would do: three moves with their reasons, numbers on the board, a ghost for the one pointed at.

/** @import { HintLine } from "./wire.js" */
/** @import { Host } from "./watch.js" */

import { at, h, icon } from "./elements.js";
import { mark, markPlaces, unmarkAll } from "./marks.js";
import { capital, say, signed } from "./page.js";
import { drawn } from "./picture.js";

export class Hints {
  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    this.card = h("section", { class: "hint-card", id: "hints", hidden: true, "aria-labelledby": "hints-title" });
    /** @type {HintLine | null} the line whose ghost is shown */
    this.shown = null;
    at("main").append(this.card);
  }

  get open() {
    return !this.card.hidden;
  }

  /** Say that somebody thinks. */
  wait() {
    this.close();
    this.card.replaceChildren(h("p", { id: "hints-title" }, say("hint-wait")));
    this.card.hidden = false;
  }

  /** @param {HintLine[]} lines the best first */
  show(lines) {
    if (!lines.length) return this.close();
    const close = h("button", { class: "btn icon-only quiet", type: "button", "aria-label": say("close") }, icon("cross"));
    close.addEventListener("click", () => this.close());
    const list = h("ol", { class: "hint-lines" });
    lines.forEach((line, i) => list.append(h("li", {}, this.#row(line, i + 1, lines))));
    const how = h("p", { class: "muted small" }, say(matchMedia("(hover: none)").matches ? "hint-touch" : "hint-foot"));
    this.card.replaceChildren(h("header", {}, icon("bulb"), h("h3", { id: "hints-title" }, say("hint-title")), close), list, how);
    this.card.hidden = false;
    this.#number(lines, null);
    /** @type {HTMLElement | null} */ (list.querySelector("button"))?.focus({ preventScroll: true });
    return undefined;
  }

  /** @param {HintLine} line @param {number} number @param {HintLine[]} lines */
  #row(line, number, lines) {
    const button = h("button", { class: "hint-line", type: "button", "data-action": line.action },
      h("span", { class: "n" }, String(number)), drawn(line.picture) ?? "",
      h("span", { class: "words" }, h("strong", {}, capital(line.words)), ...line.reasons.map((reason) => h("small", {}, reason))),
      h("b", { class: "num" }, line.points ? signed(line.points) : ""));
    const point = () => this.#ghost(line, lines);
    // A finger cannot point: a tap on the line whose ghost is shown picks it, on another one it shows the other's.
    let seen = false;
    button.addEventListener("pointerdown", () => { seen = this.shown === line; });
    button.addEventListener("pointerenter", (event) => event.pointerType !== "touch" && point());
    for (const kind of ["focus", "press"]) button.addEventListener(kind, point);
    button.addEventListener("click", (event) => {
      if (/** @type {PointerEvent} */ (event).pointerType === "touch" && !seen) return point();
      this.close();
      return this.host.consider(line.action);
    });
    return button;
  }

  /** Show a move as if it were picked. @param {HintLine} line @param {HintLine[]} lines */
  #ghost(line, lines) {
    if (this.shown === line) return;
    this.shown = line;
    for (const row of this.card.querySelectorAll(".hint-line")) row.classList.toggle("on", row.getAttribute("data-action") === String(line.action));
    this.host.ghost(line.scene);
    this.#number(lines, line);
  }

  /**
   * The numbers on the board. What a line would add stands there as a ghost only while it is pointed at.
   * @param {HintLine[]} lines
   * @param {HintLine | null} shown
   */
  #number(lines, shown) {
    const { views } = this.host.stage;
    this.#unnumber();
    for (const [name, view] of views) {
      if (view.panel.kind !== "board") {
        for (const { item, node } of view.placed.values()) {
          const numbers = lines.flatMap((line, i) => (item.target && line.targets.includes(item.target) ? [i + 1] : []));
          if (numbers.length) node.setAttribute("data-hint", numbers.join(" "));
        }
        continue;
      }
      /** @type {Map<string, number[]>} several moves may go to the same place */
      const here = new Map();
      lines.forEach((line, i) => {
        const touched = [...view.placed.values()].filter(({ item }) => item.target && line.targets.includes(item.target)).map(({ item }) => item.id);
        const item = (line.panel === name ? line.marks.find((id) => view.placed.has(id)) : undefined) ?? touched.at(-1);
        if (item) here.set(item, [...(here.get(item) ?? []), i + 1]);
      });
      if (here.size) mark(view, [...here].map(([id, numbers]) => ({ items: [id], text: numbers.join(" ") })), "hint");
      if (shown?.panel === name) markPlaces(view, [shown.words, ...shown.reasons]);
    }
  }

  #unnumber() {
    for (const name of ["hint", "place"]) unmarkAll(this.host.stage.views.values(), name);
    for (const node of document.querySelectorAll("[data-hint]")) node.removeAttribute("data-hint");
  }

  close() {
    if (!this.open) return;
    this.card.hidden = true;
    this.#unnumber();
    if (this.shown) this.host.ghost(null);
    this.shown = null;
    if (this.card.contains(document.activeElement)) at("main").focus({ preventScroll: true });
  }
}
