// Panels on the page: each is one SVG, its items are kept by id, and what moved is seen to move.

/** @import { Item, Panel } from "./scene.js" */

import { at, h, icon, s } from "./elements.js";
import { motion, say, tablePage } from "./page.js";
import { SlotsView } from "./slots.js";

/** @typedef {{ item: Item, node: SVGElement | HTMLElement }} Placed */
/** A panel on the page: a drawing, or a row of slots. @typedef {PanelView | SlotsView} View */
/** @typedef {{ sprite: string, spot: DOMRect }} Departure something that left a panel, and where it was on the screen */

const FLIGHT = 420;

/** @param {Item} item */
const where = (item) => `translate(${item.x}px, ${item.y}px)${item.rotation ? ` rotate(${90 * item.rotation}deg)` : ""}`;

/** Fetch the sprites of the game and put them into the page, where panels refer to them. */
export async function loadSprites() {
  at("sprites").innerHTML = await (await fetch(tablePage.sprites)).text();
}

/** One panel of the table. */
export class PanelView {
  /** @param {Panel} panel */
  constructor(panel) {
    this.panel = panel;
    /** @type {Map<string, Placed>} */
    this.placed = new Map();
    this.backdrop = s("g", { class: "backdrop", "aria-hidden": "true" });
    this.things = s("g", {});
    this.description = s("desc");
    this.svg = s("svg", { role: "group", preserveAspectRatio: "xMidYMid meet" }, this.description, this.backdrop, this.things);
    this.title = h("span", {});
    this.enlarge = h("button", { class: "enlarge", type: "button" }, icon("large"));
    this.element = h("figure", { class: "panel of-board", "data-panel": panel.name },
      h("figcaption", {}, this.title, this.enlarge), this.svg);
    /** @type {Panel["box"] | null} what is framed; nothing before the first time */
    this.box = null;
  }

  /**
   * Show the panel as it is now; gives back what came and what went, for flights between panels.
   * @param {Panel} panel
   * @param {boolean} moving
   * @returns {{ came: Placed[], went: Placed[] }}
   */
  show(panel, moving) {
    const before = this.panel;
    const fresh = !this.box;
    this.panel = panel;
    if (fresh || panel.backdrop !== before.backdrop) this.backdrop.innerHTML = panel.backdrop;
    if (fresh || panel.title !== before.title) {
      this.title.textContent = panel.title;
      this.svg.setAttribute("aria-label", panel.title);
      this.enlarge.setAttribute("aria-label", say("enlarge", { panel: panel.title }));
    }
    if (this.description.textContent !== panel.description) this.description.textContent = panel.description;
    this.#frame(panel.box, moving && !fresh);
    return this.#place(panel.items, moving && !fresh);
  }

  /** @param {Panel["box"]} box @param {boolean} moving */
  #frame(box, moving) {
    if (String(box) === String(this.box)) return;
    const from = this.box;
    this.box = box;
    this.element.style.setProperty("--ratio", String(box[2] / box[3]));
    const set = (/** @type {number[]} */ now) => this.svg.setAttribute("viewBox", now.map((n) => Math.round(n * 10) / 10).join(" "));
    if (!from || !moving || !motion()) return set(box);
    const start = performance.now();
    const step = (/** @type {number} */ now) => {
      if (this.box !== box) return;
      const part = Math.min(1, Math.max(0, (now - start) / FLIGHT));
      const eased = 1 - (1 - part) ** 3;
      set(box.map((end, i) => {
        const begin = from[i] ?? end;
        return begin + (end - begin) * eased;
      }));
      if (part < 1) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  /** @param {Item[]} items @param {boolean} moving */
  #place(items, moving) {
    const focused = /** @type {Element | null} */ (document.activeElement);
    /** @type {Placed[]} */
    const came = [];
    /** @type {Placed[]} */
    const went = [];
    const ids = new Set(items.map((one) => one.id));
    for (const [id, one] of this.placed) {
      if (ids.has(id)) continue;
      went.push(one);
      this.placed.delete(id);
    }
    const spokesmen = spoken(items);
    /** @type {Element[]} */
    const nodes = [];
    for (const item of items) {
      let one = this.placed.get(item.id);
      if (!one) {
        one = { item, node: s("use", {}) };
        this.placed.set(item.id, one);
        came.push(one);
      } else if (moving && motion() && (one.item.x !== item.x || one.item.y !== item.y)) {
        one.node.animate([{ transform: where(one.item) }, { transform: where(item) }], { duration: FLIGHT, easing: "cubic-bezier(.2,.8,.2,1)" });
      }
      one.item = item;
      dress(one, spokesmen.get(item.target) === item.id);
      nodes.push(one.node);
    }
    for (const one of went) one.node.remove();
    let next = this.things.firstElementChild;
    for (const node of nodes) {
      if (node === next) next = next.nextElementSibling;
      else this.things.insertBefore(node, next);
    }
    if (focused instanceof SVGElement && focused.isConnected && document.activeElement !== focused && this.things.contains(focused)) focused.focus();
    return { came, went };
  }
}

/**
 * Which item speaks for each target: the one in state "target", else the last that has a name, else the last.
 * @param {Item[]} items
 */
function spoken(items) {
  /** @type {Map<string, string>} */
  const found = new Map();
  const worth = (/** @type {Item} */ item) => (item.label ? 1 : 0) + (item.state === "target" ? 2 : 0);
  /** @type {Map<string, number>} */
  const best = new Map();
  for (const item of items) {
    if (!item.target || worth(item) < (best.get(item.target) ?? 0)) continue;
    best.set(item.target, worth(item));
    found.set(item.target, item.id);
  }
  return found;
}

/**
 * @param {Placed} placed
 * @param {boolean} speaks
 */
function dress({ item, node }, speaks) {
  const button = speaks && item.target !== "";
  const attributes = {
    href: `#${item.sprite}`,
    transform: `translate(${item.x} ${item.y})${item.rotation ? ` rotate(${90 * item.rotation})` : ""}`,
    class: item.state || null,
    "data-item": item.id,
    "data-target": item.target || null,
    role: button ? "button" : item.label ? "img" : null,
    "aria-label": item.label || (button ? item.target : null),
    "aria-hidden": item.label || button ? null : "true",
    tabindex: button ? (node.getAttribute("tabindex") ?? "-1") : null,
    "aria-pressed": button ? (node.getAttribute("aria-pressed") ?? "false") : null,
  };
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) node.removeAttribute(name);
    else if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  }
}

/** All panels of a table, by name. */
export class Stage {
  constructor() {
    /** @type {Map<string, View>} */
    this.views = new Map();
  }

  /**
   * Show these panels; things that leave one panel and come into another fly there.
   * @param {Map<string, Panel>} panels
   * @param {boolean} moving
   */
  show(panels, moving) {
    for (const [name, view] of this.views) {
      if (panels.has(name)) continue;
      view.element.remove();
      this.views.delete(name);
    }
    /** @type {Map<Element, DOMRect>} */
    const spots = moving && motion() ? this.#spots() : new Map();
    /** @type {Placed[]} */
    const came = [];
    /** @type {Departure[]} */
    const went = [];
    for (const [name, panel] of panels) {
      let view = this.views.get(name);
      const known = Boolean(view);
      if (!view) {
        view = panel.kind === "board" ? new PanelView(panel) : new SlotsView(panel);
        this.views.set(name, view);
      }
      const change = view.show(panel, moving);
      if (!known) continue;
      came.push(...change.came);
      for (const { item, node } of change.went) {
        const spot = spots.get(node);
        if (spot?.width) went.push({ sprite: item.sprite, spot });
      }
    }
    if (moving && motion()) for (const one of came) arrive(one, went);
  }

  /** Where everything is on the screen now. */
  #spots() {
    /** @type {Map<Element, DOMRect>} */
    const spots = new Map();
    for (const view of this.views.values()) {
      for (const { node } of view.placed.values()) spots.set(node, node.getBoundingClientRect());
    }
    return spots;
  }

  /** What the slot of a target is called; a place on a board has no name that helps anybody who sees it. @param {string} target */
  slotName(target) {
    for (const view of this.views.values()) {
      if (view instanceof SlotsView) for (const { item } of view.placed.values()) if (item.target === target) return item.label;
    }
    return "";
  }

  /** Every button of a target that can be seen. @returns {(SVGElement | HTMLElement)[]} */
  buttons() {
    return [...this.views.values()].flatMap((view) =>
      [...view.placed.values()].filter(({ node, item }) => item.target && (node.localName === "button" || node.getAttribute("role") === "button")).map(({ node }) => node))
      .filter((node) => node.isConnected && node.getClientRects().length > 0);
  }

  /** One stop for the Tab key in every drawing that has something to pick; slots are buttons of the page anyway. */
  oneStopEach() {
    for (const view of this.views.values()) {
      if (view instanceof SlotsView) continue;
      const buttons = [...view.things.querySelectorAll("[role=button]")];
      if (!buttons.some((button) => button.getAttribute("tabindex") === "0")) buttons[0]?.setAttribute("tabindex", "0");
    }
  }
}

/**
 * A new thing appears: out of the panel where its like has just gone, or out of the air.
 * @param {Placed} placed
 * @param {Departure[]} went
 */
function arrive({ item, node }, went) {
  const easing = "cubic-bezier(.2,.8,.2,1)";
  const end = where(item);
  const index = went.findIndex((one) => one.sprite === item.sprite);
  const from = went[index]?.spot;
  if (item.state === "target" || (item.state === "ghost" && !from)) {
    node.animate([{ opacity: 0 }, {}], { duration: 160 });
    return;
  }
  const there = node.getBoundingClientRect();
  const matrix = node instanceof SVGGraphicsElement ? node.ownerSVGElement?.getScreenCTM() : null;
  if (!from || !matrix || !there.width) {
    node.animate([{ opacity: 0, transform: `translate(0, -22px) ${end}` }, { opacity: 1, transform: end }], { duration: FLIGHT, easing });
    return;
  }
  went.splice(index, 1);
  const dx = (from.x + from.width / 2 - there.x - there.width / 2) / matrix.a;
  const dy = (from.y + from.height / 2 - there.y - there.height / 2) / matrix.d;
  node.animate(
    [{ transform: `translate(${dx}px, ${dy}px) ${end} scale(${from.width / there.width})` }, { transform: end }],
    { duration: FLIGHT + 160, easing });
}
