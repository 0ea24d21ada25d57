// What the others did since one's last turn: a ribbon of deeds, marks on their boards, "new" on what changed.

/** @import { LogEntry } from "./wire.js" */
/** @import { Host } from "./watch.js" */
/** @import { Panel } from "./scene.js" */

import { clear, pieces } from "./boxes.js";
import { at, h, icon, seatMark } from "./elements.js";
import { deedOf } from "./log.js";
import { mark, unmarkAll } from "./marks.js";
import { capital, say, sentences, signed } from "./page.js";
import { drawn } from "./picture.js";
import { seatName } from "./players.js";

/** So long a pointer rests on a deed before its board is shown. */
const PATIENCE = 120;

export class Since {
  /**
   * @param {Host} host
   * @param {(entry: LogEntry, chip: HTMLElement) => void} open puts the board of a deed on the stage
   */
  constructor(host, open) {
    this.host = host;
    this.open = open;
    /** @type {LogEntry[]} */
    this.entries = [];
    this.folded = false;
    this.timer = 0;
    /** @type {HTMLElement | null} the deed that the peek shows */
    this.chip = null;
    this.ribbon = h("section", { class: "ribbon", id: "since", hidden: true, "aria-label": say("since") });
    this.fold = h("button", { class: "btn", id: "since-folded", type: "button", hidden: true, "aria-keyshortcuts": "l", "aria-expanded": "false", "aria-controls": "since" });
    this.fold.addEventListener("click", () => this.toggle());
    this.peek = h("div", { class: "peek", hidden: true });
    at("main").append(this.ribbon, this.fold, this.peek);
    this.ribbon.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || this.peek.hidden) return;
      event.stopPropagation();
      this.#unpeek();
    });
  }

  /**
   * One's turn begins.
   * @param {LogEntry[]} entries what the others did
   * @param {Map<string, Panel>} before the panels at the end of one's last turn
   */
  begin(entries, before) {
    this.end();
    this.entries = entries;
    if (!entries.length) return;
    this.#fill();
    this.#markBoards();
    this.#markNews(before);
    this.#show(false);
  }

  /** One's first pick: the ribbon folds, the marks fade. */
  pick() {
    if (!this.entries.length || this.folded) return;
    this.#show(true);
    this.#unmark();
  }

  /** One's turn is over. */
  end() {
    this.entries = [];
    this.ribbon.hidden = this.fold.hidden = true;
    this.#unpeek();
    this.#unmark();
  }

  toggle() {
    if (this.entries.length) this.#show(!this.folded);
  }

  /** @param {boolean} folded */
  #show(folded) {
    this.folded = folded;
    this.ribbon.hidden = folded;
    this.fold.hidden = !folded;
    this.fold.replaceChildren(icon("clock"), h("span", {}, say("since")), h("b", { class: "num" }, String(this.entries.length)), h("kbd", { "aria-hidden": "true" }, "L"));
    this.#unpeek();
    const prompt = at("prompt");
    const below = at("main").contains(prompt) ? prompt.offsetTop + prompt.offsetHeight + 8 : 12;
    at("main").style.setProperty("--below", `${below}px`);
    at("main").style.setProperty("--ribbon", `${this.ribbon.offsetHeight + 8}px`);
    if (folded) this.#settle();
    this.host.layout.onchange();
  }

  /** Folded, it lies in a corner where it covers no piece; where there is none, in the first. */
  #settle() {
    const lying = pieces(this.host.stage);
    const free = ["", "right", "low", "low right"].find((look) => {
      this.fold.className = `btn ${look}`;
      return clear(this.fold.getBoundingClientRect(), lying);
    });
    this.fold.className = `btn ${free ?? ""}`;
  }

  #unmark() {
    unmarkAll(this.host.stage.views.values(), "since");
    for (const slot of document.querySelectorAll("[data-new]")) slot.removeAttribute("data-new");
  }

  /** A chip for each deed, those of one player together. */
  #fill() {
    const state = this.host.state();
    /** @type {HTMLElement[]} */
    const turns = [];
    let seat = -1;
    for (const entry of this.entries) {
      if (entry.seat !== seat) {
        seat = entry.seat;
        turns.push(h("li", { class: "turn" }, h("strong", {}, seatMark(seat), h("span", {}, seatName(state, seat)))));
      }
      turns.at(-1)?.append(this.#chipOf(entry));
    }
    const close = h("button", { class: "btn icon-only quiet", type: "button", "aria-label": say("since-fold") }, icon("cross"));
    close.addEventListener("click", () => this.#show(true));
    this.ribbon.replaceChildren(h("h2", {}, say("since")), h("ul", { class: "turns", tabindex: "0", "aria-label": say("since") }, ...turns), close);
  }

  /** @param {LogEntry} entry */
  #chipOf(entry) {
    const said = capital(deedOf(entry));
    const picture = drawn(entry.picture);
    const chip = h("button", { class: `deed ${picture ? "" : "plain"}`, type: "button", "data-seq": entry.seq, "aria-label": `${said}${entry.points ? ` ${signed(entry.points)}` : ""}` },
      picture, h("span", {}, said), entry.points ? h("b", { class: "num" }, signed(entry.points)) : "");
    chip.addEventListener("pointerenter", (event) => {
      if (event.pointerType === "touch") return;
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.#peek(entry, chip), PATIENCE);
    });
    chip.addEventListener("pointerleave", (event) => {
      clearTimeout(this.timer);
      if (event.pointerType === "touch" || document.activeElement === chip) return;
      // The pointer may be on its way to the peek.
      this.timer = window.setTimeout(() => !this.peek.matches(":hover") && this.chip === chip && this.#unpeek(), PATIENCE * 2);
    });
    chip.addEventListener("focus", () => chip.matches(":focus-visible") && this.#peek(entry, chip));
    chip.addEventListener("click", () => this.#peek(entry, chip));
    return chip;
  }

  /** @param {LogEntry} entry @param {HTMLElement} chip */
  #peek(entry, chip) {
    const view = this.host.stage.views.get(entry.panel ?? "");
    if (!view || !("svg" in view)) return;
    this.#unpeek();
    this.chip = chip;
    chip.classList.add("on");
    mark(view, [{ items: entry.marks ?? [], points: entry.points ?? 0 }], "point");
    const copy = /** @type {SVGSVGElement} */ (view.svg.cloneNode(true));
    copy.style.opacity = "";
    for (const node of [copy, ...copy.querySelectorAll("[role], [tabindex], [aria-label]")]) {
      for (const name of ["role", "tabindex", "aria-label"]) node.removeAttribute(name);
    }
    copy.setAttribute("aria-hidden", "true");
    for (const other of copy.querySelectorAll(".marks:not(.point)")) other.remove();
    for (const other of copy.querySelectorAll("[data-mark]:not([data-mark=point])")) other.removeAttribute("data-mark");
    const large = h("button", { class: "large", type: "button", "aria-label": say("enlarge", { panel: view.panel.title }) },
      h("span", { class: "caption" }, seatMark(entry.seat), h("strong", {}, seatName(this.host.state(), entry.seat)),
        h("span", {}, sentences([capital(deedOf(entry)), ...(entry.brings ?? []).map(({ text }) => text)])),
        entry.points ? h("b", { class: "num" }, signed(entry.points)) : ""));
    large.prepend(copy);
    large.addEventListener("click", () => {
      this.#unpeek();
      this.open(entry, chip);
    });
    this.peek.addEventListener("pointerleave", () => this.#unpeek(), { once: true });
    this.peek.replaceChildren(large);
    this.peek.hidden = false;
  }

  #unpeek() {
    clearTimeout(this.timer);
    this.chip?.classList.remove("on");
    this.chip = null;
    this.peek.hidden = true;
    this.peek.replaceChildren();
    unmarkAll(this.host.stage.views.values(), "point");
  }

  /** Rings with points on the boards where something happened. */
  #markBoards() {
    for (const [name, view] of this.host.stage.views) {
      const here = this.entries.filter(({ panel, marks }) => panel === name && marks?.length);
      if (here.length) mark(view, here.map(({ marks, points }) => ({ items: marks ?? [], points: points ?? 0 })), "since");
    }
  }

  /** "New" on the common places whose content changed. @param {Map<string, Panel>} before */
  #markNews(before) {
    for (const [name, { panel, element }] of this.host.stage.views) {
      const old = before.get(name);
      if (!old || panel.seat !== null || panel.kind !== "slots") continue;
      const known = new Map(old.slots.map((slot) => [slot.id, JSON.stringify(slot.picture)]));
      for (const slot of panel.slots) {
        if (slot.state || known.get(slot.id) === JSON.stringify(slot.picture)) continue;
        element.querySelector(`[data-slot="${CSS.escape(slot.id)}"]`)?.setAttribute("data-new", say("new"));
      }
    }
  }
}
