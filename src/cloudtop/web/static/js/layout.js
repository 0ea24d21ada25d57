// Where panels stand: one on the stage, one's own and the common ones in the dock, other players' in the rail.

/** @import { Panel } from "./scene.js" */
/** @import { PanelView, Stage } from "./stage.js" */

import { at, h, icon } from "./elements.js";
import { motion, say } from "./page.js";

export class Layout {
  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
    /** The panel that somebody asked to see large, instead of the first. */
    this.large = "";
    this.boards = at("boards");
    this.dock = at("dock");
    this.back = h("button", { class: "btn back", type: "button" }, icon("back"), say("back-to-board"));
    this.back.addEventListener("click", () => this.enlarge(""));
    document.addEventListener("click", (event) => {
      const button = /** @type {Element} */ (event.target).closest?.(".enlarge");
      const name = /** @type {HTMLElement | null | undefined} */ (button?.closest(".panel"))?.dataset.panel;
      if (name) this.enlarge(name === this.large ? "" : name);
    });
    /** @type {() => void} */
    this.onchange = () => {};
  }

  /**
   * Show this panel large; without a name, the board again.
   * @param {string} name
   */
  enlarge(name) {
    this.large = name && name !== this.main()?.panel.name ? name : "";
    this.arrange();
    this.boards.scrollIntoView({ block: "nearest" });
    this.onchange();
  }

  /** The panel that stands on the stage by itself: the first of the scene. */
  main() {
    return [...this.stage.views.values()].find(({ panel }) => this.#near(panel));
  }

  /** @param {Panel} panel */
  #near(panel) {
    return panel.seat === null || panel.seat === this.you || this.you === null || this.you === undefined;
  }

  /**
   * Put every panel into its place.
   * @param {number | null} [you]
   * @param {string} [name] what the others call you: your own panels need no name
   */
  arrange(you = this.you, name = "") {
    /** @type {number | null | undefined} */
    this.you = you;
    const main = this.main();
    const shown = this.stage.views.get(this.large) ?? main;
    if (!this.stage.views.has(this.large)) this.large = "";
    this.#put(this.boards, shown ? [shown] : []);
    if (this.large) this.boards.append(this.back);
    else this.back.remove();
    for (const { panel, title } of this.stage.views.values()) title.textContent = name && panel.title === name ? say("you") : panel.title;
    const rest = [...this.stage.views.values()].filter((view) => view !== shown);
    const dock = rest.filter(({ panel }) => panel.seat === null || panel.seat === you || panel === main?.panel);
    const mine = (/** @type {PanelView} */ view) => (view.panel.seat === you && you !== null ? 0 : 1);
    dock.sort((one, other) => mine(one) - mine(other));
    this.#put(this.dock, dock);
    this.dock.hidden = !dock.length;
    this.dock.style.setProperty("--ratios", String(dock.reduce((sum, view) => sum + view.panel.box[2] / view.panel.box[3], 0)));
    for (const place of document.querySelectorAll("[data-minis]")) {
      const seat = Number(/** @type {HTMLElement} */ (place).dataset.minis);
      this.#put(/** @type {HTMLElement} */ (place), rest.filter((view) => view.panel.seat === seat && !dock.includes(view) && filled(view)));
    }
  }

  /** Where the dock is wider than the screen and what can be picked there is out of sight, bring it into sight. */
  reveal() {
    const lit = /** @type {HTMLElement[]} */ ([...this.dock.querySelectorAll(".panel.lit")]);
    const { left, right } = this.dock.getBoundingClientRect();
    // Of a panel that is wider than the screen, its targets count one by one.
    const wanted = lit.flatMap((panel) => (panel.offsetWidth <= right - left ? [panel] : [...panel.querySelectorAll(".target:not(.shut)")]));
    const boxes = wanted.map((node) => node.getBoundingClientRect());
    const [first] = boxes;
    if (!first || boxes.some((box) => box.left >= left && box.right <= right)) return;
    this.dock.scrollBy({ left: first.left - left - EDGE, behavior: motion() ? "smooth" : "auto" });
  }

  /** @param {HTMLElement} place @param {PanelView[]} views */
  #put(place, views) {
    const wanted = views.map((view) => view.element);
    const present = [...place.children].filter((child) => child.matches(".panel"));
    if (present.length === wanted.length && present.every((child, i) => child === wanted[i])) return;
    for (const child of present) if (!wanted.includes(/** @type {HTMLElement} */ (child))) child.remove();
    place.append(...wanted);
  }
}

/** So many pixels stay free at the edge of the dock. */
const EDGE = 12;

/** Whether a panel shows anything. @param {PanelView} view */
const filled = (view) => view.panel.items.length > 0 || view.panel.backdrop !== "";
