// Panels of slots and notes: places that never move, as buttons of the page; and cards told in words.

/** @import { Panel, Slot } from "./scene.js" */
/** @import { Placed } from "./stage.js" */

import { h, icon, s, seatMark } from "./elements.js";
import { charted } from "./layout.js";
import { beside, capital, say, signed } from "./page.js";
import { drawing } from "./picture.js";

/** One panel of slots or notes. */
export class SlotsView {
  /** @param {Panel} panel */
  constructor(panel) {
    this.panel = panel;
    /** @type {Map<string, Placed>} */
    this.placed = new Map();
    /** @type {Map<string, Slot>} */
    this.slots = new Map();
    this.title = h("span", {});
    this.enlarge = h("button", { class: "enlarge", type: "button" }, icon("large"));
    this.body = h("div", { class: "groups" });
    this.element = h("figure", { class: `panel of-${panel.kind}`, "data-panel": panel.name }, h("figcaption", {}, this.title, this.enlarge), this.body);
    this.shape = "";
  }

  /**
   * Show the slots as they are now; gives back what was taken from them, for flights to other panels.
   * @param {Panel} panel
   * @returns {{ came: Placed[], went: Placed[] }}
   */
  show(panel) {
    this.panel = panel;
    if (this.title.textContent !== panel.title) {
      this.title.textContent = panel.title;
      this.enlarge.setAttribute("aria-label", say("enlarge", { panel: panel.title }));
    }
    this.element.classList.toggle("chart", charted(panel));
    /** @type {Placed[]} */
    const went = [];
    const ids = new Set(panel.slots.map(({ id }) => id));
    for (const id of this.placed.keys()) if (!ids.has(id)) this.placed.delete(id);
    for (const slot of panel.slots) {
      const before = this.slots.get(slot.id);
      let one = this.placed.get(slot.id);
      if (!one) {
        one = { item: itemOf(slot), node: h("button", { type: "button", "data-slot": slot.id }) };
        this.placed.set(slot.id, one);
      } else if (before && before.state !== slot.state && (slot.state === "held" || slot.state === "none")) {
        for (const item of before.picture.items) went.push({ item, node: one.node });
      }
      one.item = itemOf(slot);
      if (!before || JSON.stringify(before) !== JSON.stringify(slot)) this.#dress(one.node, slot);
    }
    this.slots = new Map(panel.slots.map((slot) => [slot.id, slot]));
    this.#group();
    return { came: [], went };
  }

  /** @param {Element} node @param {Slot} slot */
  #dress(node, slot) {
    const notes = this.panel.kind === "notes";
    const kept = [...node.classList].filter((name) => ["shut", "deaf", "chosen", "open"].includes(name));
    node.className = ["slot", notes ? "note" : "", slot.state ? `is-${slot.state}` : "", ...kept].join(" ");
    if (slot.target) node.setAttribute("data-target", slot.target);
    else node.removeAttribute("data-target");
    const count = slot.number === null ? "" : `×${slot.number}`;
    const said = [slot.label, count, slot.state === "used" ? say("slot-used") : slot.state === "held" ? say("slot-held") : "", slot.text];
    node.setAttribute("aria-label", beside(said.filter(Boolean)));
    node.setAttribute("aria-pressed", node.getAttribute("aria-pressed") ?? "false");
    const tag = slot.state === "held" ? `↩ ${say("slot-back")}` : slot.state === "used" ? say("slot-used") : "";
    const points = slot.points.length ? h("span", { class: "who" }, ...slot.points.map((value, seat) => h("span", {}, seatMark(seat), signed(value)))) : null;
    node.replaceChildren(...[
      drawing(slot.picture),
      h("span", { class: "told" }, h("span", { class: "name" }, slot.state === "none" && slot.number === null && !slot.picture.box[2] ? "" : capital(shownName(slot.label))),
        notes && slot.text ? h("span", { class: "text" }, slot.text) : null, notes ? points : null),
      count ? h("span", { class: "count num" }, count) : null,
      tag ? h("span", { class: "tag" }, tag) : null,
      h("span", { class: "tick" }, icon("check")),
    ].filter((part) => part !== null));
  }

  /** Slots stand in groups, each with its heading; they are put there once. */
  #group() {
    const { slots } = this.panel;
    const shape = JSON.stringify(slots.map(({ id, group, sign }) => [id, group, sign]));
    if (shape === this.shape) return;
    this.shape = shape;
    /** @type {HTMLElement[]} */
    const groups = [];
    for (const { id, group, sign } of slots) {
      let last = groups.at(-1);
      if (!last || group) {
        const mark = sign ? s("svg", { class: "sign", viewBox: "-12 -12 24 24", "aria-hidden": "true" }, s("use", { href: `#${sign}` })) : null;
        last = h("div", { class: "group" }, group ? h("h3", {}, mark, group) : null, h("div", { class: "slots" }));
        groups.push(last);
      }
      last.lastElementChild?.append(this.placed.get(id)?.node ?? "");
    }
    this.body.replaceChildren(...groups);
    requestAnimationFrame(() => {
      for (const sign of this.body.querySelectorAll("svg.sign")) frame(/** @type {SVGSVGElement} */ (sign));
    });
  }
}

/** See the whole of a sign, whatever its size. @param {SVGSVGElement} sign */
function frame(sign) {
  const { x, y, width, height } = sign.getBBox();
  if (width) sign.setAttribute("viewBox", [x, y, width, height].join(" "));
}

/** What a place holds, without the number of the place: that is for those who hear it. @param {string} label */
const shownName = (label) => label.replace(/^[^:：]*\d\s*[:：]\s*/, "");

/** What a slot is as an item: where it is lit and picked it is like any other. @param {Slot} slot */
const itemOf = ({ id, target, label, state }) => ({ id, sprite: "", x: 0, y: 0, depth: 0, target, label, rotation: 0, state });
