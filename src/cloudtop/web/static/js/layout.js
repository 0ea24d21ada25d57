// Where panels stand: one on the stage, one's own and the common ones in the dock, other players' in the rail.

/** @import { Panel } from "./scene.js" */
/** @import { Stage, View } from "./stage.js" */

import { at, h, icon } from "./elements.js";
import { fetched } from "./fetched.js";
import { beside, motion, say } from "./page.js";

/** The frame, in pixels: top, rail, bar, the line of the prompt, and its lines where it stands beside; a slot with its gap and the heading above. */
const [TOP, RAIL, BAR, PROMPT, ASKED] = [52, 340, 68, 54, 84];
const [GAP, HEAD, PAD] = [8, 28, 22];
const NOTE = 212;
/** Common slots from so many on are a chart: small, group by group in rows. */
const CHART = 6;
const [CELL, CELL_HIGH, SIGN] = [50, 38, 34];
/** So many slots stand in a row of a phone, and so many rows. */
const [ACROSS, ROWS] = [4, 2];
/** So many pixels stay free at the edge of the dock. */
const EDGE = 12;

const small = matchMedia("(max-width: 860px)");

/** How wide and high a slot is in this window. @returns {[number, number]} */
const slotSize = () => (innerHeight <= 720 ? [88, 104] : [100, 128]);
/** A card that is told by picture and name is no higher than that, and no lower. */
const BRIEF = /** @type {const} */ ([122, 74]);
/** A slot in a full dock is no lower than that, and no narrower. */
const [LOWEST, NARROWEST] = [84, 60];

export class Layout {
  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
    /** The panel that somebody asked to see large, instead of the first. */
    this.large = "";
    /** The panel that a decision brings to the stage. */
    this.called = "";
    this.boards = at("boards");
    this.dock = at("dock");
    this.back = h("button", { class: "btn back", type: "button" }, icon("back"), say("back-to-board"));
    this.back.addEventListener("click", () => this.enlarge(""));
    this.drawer = h("button", { class: "slot drawer-slot", type: "button", "aria-haspopup": "dialog" });
    this.drawer.addEventListener("click", () => this.#openSheet());
    /** @type {View[]} what has no room on a phone */
    this.hidden = [];
    /** What the dock was laid out for. */
    this.fitted = "";
    document.addEventListener("click", (event) => {
      const button = /** @type {Element} */ (event.target).closest?.(".enlarge");
      const name = /** @type {HTMLElement | null | undefined} */ (button?.closest(".panel"))?.dataset.panel;
      if (name) this.enlarge(name === this.large ? "" : name);
    });
    /** @type {() => void} */
    this.onchange = () => {};
    addEventListener("resize", () => {
      this.arrange();
      this.onchange();
    });
  }

  /**
   * Show this panel large; without a name, the board again.
   * @param {string} name
   */
  enlarge(name) {
    this.large = name && name !== (this.called || this.main()?.panel.name) ? name : "";
    this.arrange();
    this.onchange();
  }

  /**
   * A decision that nothing on the board can answer takes the stage; it goes back when the board can.
   * @param {string} name
   */
  call(name) {
    if (name === this.called) return;
    this.called = name;
    this.arrange();
  }

  /** The panel that stands on the stage by itself: the first of the scene. */
  main() {
    return [...this.stage.views.values()].find(({ panel }) => this.#near(panel));
  }

  /** The panel that is on the stage now. */
  shown() {
    return this.stage.views.get(this.large) ?? this.stage.views.get(this.called) ?? this.main();
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
  arrange(you = this.you, name = this.name) {
    /** @type {number | null | undefined} */
    this.you = you;
    /** @type {string | undefined} */
    this.name = name;
    if (!this.stage.views.has(this.large)) this.large = "";
    if (!this.stage.views.has(this.called)) this.called = "";
    const main = this.main();
    const shown = this.shown();
    this.#put(this.boards, shown ? [shown] : []);
    // What a decision brought to the stage shows there what can be picked, and nothing else.
    for (const view of this.stage.views.values()) view.element.classList.toggle("called", view === shown && view.panel.name === this.called);
    if (this.large) this.boards.append(this.back);
    else this.back.remove();
    for (const { panel, title } of this.stage.views.values()) title.textContent = name && panel.title === name ? say("you") : panel.title;
    const rest = [...this.stage.views.values()].filter((view) => view !== shown);
    // While somebody else's board has the stage, one's own waits in their place.
    const guest = this.large && shown && shown.panel.seat !== you && main?.panel.seat !== null ? shown.panel.seat : null;
    main?.element.classList.toggle("guest", guest !== null);
    const dock = rest.filter((view) => (view === main ? guest === null : view.panel.seat === null || view.panel.seat === you));
    const order = (/** @type {View} */ view) => (view === main ? 0 : view.panel.seat === you && you !== null ? 1 : view.panel.kind === "notes" ? 3 : 2);
    dock.sort((one, other) => order(one) - order(other));
    const [docked, hidden] = small.matches ? rows(dock, main) : [dock, []];
    this.hidden = hidden;
    this.#put(this.dock, docked);
    this.#showDrawer();
    for (const view of hidden) if (!view.element.closest("dialog")) view.element.remove();
    this.dock.hidden = !dock.length;
    this.#fit(main, dock);
    for (const place of document.querySelectorAll("[data-minis]")) {
      const seat = Number(/** @type {HTMLElement} */ (place).dataset.minis);
      this.#put(/** @type {HTMLElement} */ (place), rest.filter((view) => !dock.includes(view) && (view === main ? seat === guest : view.panel.seat === seat && filled(view))));
    }
  }

  /**
   * The dock lies below the stage or beside it, whichever leaves the board larger: found once for a window and a table.
   * @param {View | undefined} main
   * @param {View[]} dock
   */
  #fit(main, dock) {
    const wanted = [innerWidth, innerHeight, ...[...this.stage.views.values()].filter(({ panel }) => this.#near(panel)).map(({ panel }) => `${panel.name} ${panel.slots.length}`)].join();
    // What came later may have filled it.
    const { dock: place } = this;
    if (wanted === this.fitted && document.body.classList.contains("side") && place.scrollHeight > place.clientHeight) {
      if (place.classList.contains("brief")) this.#fillUp();
      else this.#squeeze(true);
    }
    if (wanted === this.fitted || !main || main !== this.shown()) return;
    this.fitted = wanted;
    const [, , wide, high] = main.panel.box;
    const [width, height] = [innerWidth - RAIL, innerHeight - TOP - BAR];
    const scale = (/** @type {number} */ w, /** @type {number} */ x) => Math.min(w / (wide || 1), x / (high || 1));
    const below = scale(width - 24, height - belowHeight(dock, width) - PROMPT);
    // Beside the board, the narrowest dock that holds everything; wider where that costs the board nothing.
    let [beside, best] = [0, 0];
    for (const across of [2, 3, 4, 5]) {
      const wanted = across * (slotSize()[0] + GAP) - GAP + 2 * PAD;
      const reached = scale(width - wanted - 24, height - 24);
      const holds = besideHeight(dock, wanted - 2 * PAD) <= height - ASKED;
      // Where nothing holds everything, what is told in words may be scrolled.
      if ((!holds && across !== 3) || (best && reached < 0.99 * best)) continue;
      [beside, best] = [wanted, Math.max(best, reached)];
    }
    const side = !small.matches && dock.length > 0 && best > 1.05 * below;
    document.body.classList.toggle("side", side);
    document.body.style.setProperty("--side", `${beside}px`);
    // Beside the board, what is asked stands above what answers it.
    at("prompt").style.removeProperty("min-height");
    if (side) this.dock.prepend(at("prompt"));
    else if (!at("main").contains(at("prompt"))) at("main").append(at("prompt"));
    this.#squeeze(side);
  }

  /** Nothing beside the board has to be scrolled to: slots get lower first, then cards are told by picture and name. @param {boolean} side */
  #squeeze(side) {
    const { dock } = this;
    dock.classList.remove("brief");
    dock.style.removeProperty("--slot-h");
    for (const { panel, element } of this.stage.views.values()) {
      // One slot too many for a line makes all of it a little narrower.
      const room = Math.floor((dock.clientWidth - 2 * PAD + GAP) / Math.max(...groupSizes(panel))) - GAP;
      if (side && dock.contains(element) && panel.kind === "slots" && !charted(panel) && room < slotSize()[0] && room >= NARROWEST) element.style.setProperty("--slot", `${room}px`);
      else element.style.removeProperty("--slot");
    }
    const full = () => dock.scrollHeight > dock.clientHeight;
    for (let [, high] = slotSize(); side && high >= LOWEST && full(); high -= 4) dock.style.setProperty("--slot-h", `${high}px`);
    if (!side || !full()) return;
    dock.classList.add("brief");
    dock.style.removeProperty("--slot-h");
    for (let [, high] = slotSize(); high >= LOWEST && full(); high -= 4) dock.style.setProperty("--slot-h", `${high}px`);
    this.#fillUp();
  }

  /** What is left of the room belongs to the pictures of the cards that are told briefly. */
  #fillUp() {
    const { dock } = this;
    for (let [high, lowest] = BRIEF; high >= lowest; high -= 4) {
      dock.style.setProperty("--note-h", `${high}px`);
      if (dock.scrollHeight <= dock.clientHeight) break;
    }
  }

  /** What does not fit a phone is behind one button. */
  #showDrawer() {
    const { hidden } = this;
    if (!hidden.length) return this.drawer.remove();
    const lit = hidden.some(({ element }) => element.classList.contains("lit"));
    this.drawer.classList.toggle("open", lit);
    this.drawer.replaceChildren(icon("list"), h("span", { class: "name" }, beside(hidden.map(({ panel }) => panel.title))));
    const first = this.dock.querySelector(".panel.of-slots:not(.chart) .slots");
    const room = first && first.children.length - (first.contains(this.drawer) ? 1 : 0) < ACROSS;
    (room ? first : this.dock).append(this.drawer);
    return undefined;
  }

  async #openSheet() {
    const { openDialog } = await fetched(() => import("./dialog.js"));
    const { hidden } = this;
    const dialog = openDialog(beside(hidden.map(({ panel }) => panel.title)), "sheet", ...hidden.map(({ element }) => element));
    dialog.addEventListener("click", (event) => {
      const slot = /** @type {Element} */ (event.target).closest(".slot");
      if (slot?.matches("[data-target]:not(.deaf)")) dialog.close();
    });
    dialog.addEventListener("close", () => this.arrange());
  }

  /** Where the dock is wider than the screen and what can be picked there is out of sight, bring it into sight. */
  reveal() {
    const lit = /** @type {HTMLElement[]} */ ([...this.dock.querySelectorAll(".panel.lit")]);
    const { left, right } = this.dock.getBoundingClientRect();
    // Of a panel that is wider than the screen, its targets count one by one.
    const wanted = lit.flatMap((panel) => (panel.offsetWidth <= right - left ? [panel] : [...panel.querySelectorAll("[data-target]:not(.shut)")]));
    const boxes = wanted.map((node) => node.getBoundingClientRect());
    const [first] = boxes;
    if (!first || boxes.some((box) => box.left >= left && box.right <= right)) return;
    this.dock.scrollBy({ left: first.left - left - EDGE, behavior: motion() ? "smooth" : "auto" });
  }

  /** @param {HTMLElement} place @param {View[]} views */
  #put(place, views) {
    const wanted = views.map((view) => view.element);
    const present = [...place.children].filter((child) => child.matches(".panel"));
    if (present.length === wanted.length && present.every((child, i) => child === wanted[i])) return;
    for (const child of present) if (!wanted.includes(/** @type {HTMLElement} */ (child))) child.remove();
    place.append(...wanted);
  }
}

/** Whether a panel shows anything. @param {View} view */
const filled = ({ panel }) => panel.items.length > 0 || panel.slots.length > 0 || panel.backdrop !== "";

/** Whether a panel is only a chart of what there is. @param {Panel} panel */
export const charted = ({ kind, seat, slots }) => kind === "slots" && seat === null && slots.length >= CHART;

/** How many slots each group of a panel has. @param {Panel} panel */
function groupSizes({ slots }) {
  /** @type {number[]} */
  const sizes = [];
  for (const { group } of slots) {
    if (group || !sizes.length) sizes.push(1);
    else sizes.push((sizes.pop() ?? 0) + 1);
  }
  return sizes;
}

/** Whether a panel has headings inside. @param {Panel} panel */
const headed = ({ slots }) => slots.some(({ group }) => group);

/** How wide a panel stands in a dock below the stage. @param {View} view */
function breadth({ panel }) {
  const [slotWide, slotHigh] = slotSize();
  if (panel.kind === "board") return Math.max(slotWide, (slotHigh * panel.box[2]) / (panel.box[3] || 1));
  if (charted(panel)) return SIGN + Math.max(...groupSizes(panel)) * (CELL + 2);
  return panel.slots.length * ((panel.kind === "notes" ? NOTE : slotWide) + GAP) - GAP + 10 * (groupSizes(panel).length - 1);
}

/** How high a dock below the stage is. @param {View[]} dock @param {number} width */
function belowHeight(dock, width) {
  const [, slotHigh] = slotSize();
  const room = width - 32;
  let [lines, used] = [dock.length ? 1 : 0, 0];
  for (const view of dock) {
    const wide = breadth(view);
    const own = Math.ceil(wide / room);
    if (used && used + 14 + wide > room) [lines, used] = [lines + own, Math.min(wide, room)];
    else [lines, used] = [lines + own - 1, used + (used ? 14 : 0) + wide];
  }
  const inner = dock.some(({ panel }) => headed(panel) && !charted(panel));
  return lines * (slotHigh + HEAD + (inner ? HEAD - GAP : 0)) + 14;
}

/** How high everything is in a dock beside the stage. @param {View[]} dock @param {number} width */
function besideHeight(dock, width) {
  const [slotWide, slotHigh] = slotSize();
  return dock.reduce((sum, { panel }) => {
    const sizes = groupSizes(panel);
    if (panel.kind === "board") return sum + HEAD + Math.min(150, (width * panel.box[3]) / (panel.box[2] || 1)) + GAP;
    if (panel.kind === "notes") return sum + HEAD + notesHeight(panel, width);
    if (charted(panel)) return sum + HEAD + sizes.length * CELL_HIGH;
    const across = Math.max(1, Math.floor((width + GAP) / (slotWide + GAP)));
    // Groups share a line where they have room.
    let [lines, used] = [1, 0];
    for (const count of sizes) {
      const own = Math.ceil(count / across);
      if (used && used + count > across) [lines, used] = [lines + own, count % across];
      else [lines, used] = [lines + own - 1, used + count];
    }
    return sum + HEAD + lines * (slotHigh + (headed(panel) ? HEAD : GAP));
  }, 0);
}

/** @param {Panel} panel @param {number} width */
function notesHeight({ slots }, width) {
  const across = Math.max(1, Math.floor((width + GAP) / (190 + GAP)));
  const letters = ((width + GAP) / across - GAP - 80) / 6.4;
  const tall = slots.map(({ text, points }) => 38 + 17 * Math.ceil(text.length / letters) + (points.length ? 20 : 0));
  let high = 0;
  for (let i = 0; i < tall.length; i += across) high += Math.max(...tall.slice(i, i + across)) + GAP;
  return high;
}

/**
 * On a phone: what has room in its rows of slots, and what has not.
 * @param {View[]} dock
 * @param {View | undefined} main
 * @returns {[View[], View[]]}
 */
function rows(dock, main) {
  /** @type {View[]} */
  const shown = [];
  /** @type {View[]} */
  const hidden = [];
  let [left, free] = [ROWS, 0];
  const beside = dock.some(({ panel }) => panel.kind === "board");
  for (const view of dock) {
    const { panel } = view;
    // Beside a drawing there is no room for a chart.
    if (beside && charted(panel)) {
      hidden.push(view);
      continue;
    }
    const need = panel.slots.length;
    if (view === main || panel.kind === "board") {
      // Drawings are as wide as they have to be; the dock can be moved to them.
      (left > 0 || view === main ? shown : hidden).push(view);
      continue;
    }
    const lines = Math.ceil(need / ACROSS);
    // What a seat holds is seen even where there is no room for its words: a tap tells them.
    const compact = panel.kind === "slots" || (panel.seat !== null && need <= ACROSS);
    if (compact && need <= free) free -= need;
    else if (compact && lines <= left) [left, free] = [left - lines, lines * ACROSS - need];
    else {
      hidden.push(view);
      continue;
    }
    shown.push(view);
  }
  return [shown, hidden];
}
