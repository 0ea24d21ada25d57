// Seeing the others play: whoever moves has the stage, their deeds are shown one by one, then one's own board is back.

/** @import { LogEntry, ServerMessage } from "./wire.js" */
/** @import { Host } from "./watch.js" */
/** @import { PanelView } from "./stage.js" */

import { at, h, icon, seatMark } from "./elements.js";
import { deedOf } from "./log.js";
import { mark, unmarkAll } from "./marks.js";
import { kept, labelled, motion, say, signed } from "./page.js";
import { seatName } from "./players.js";

/** How long things take, in milliseconds at a calm pace: gliding out and back, a deed, the last look. */
const [OUT, BACK, DEED, REST] = [420, 360, 820, 600];
const GLIDE = "cubic-bezier(.3,0,.1,1)";
/** How much longer or shorter things take. @type {Record<string, number>} */
const PACES = { slow: 1.6, calm: 1, quick: 0.5 };

/** How long something takes at the pace that was chosen. @param {number} time */
const paced = (time) => time * (PACES[kept("pace", "calm")] ?? 1);

export class Follow {
  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    /** @type {number | null} whose board has the stage */
    this.seat = null;
    /** @type {number | null} whose turn is not followed any more */
    this.left = null;
    /** @type {number | null} who moved last */
    this.mover = null;
    /** Whether one had something to decide oneself when they moved. */
    this.meanwhile = false;
    this.line = h("p", { class: "deed-line", hidden: true });
    const back = h("button", { class: "btn", type: "button", "data-follow": "back", "aria-keyshortcuts": "f" }, icon("back"), h("span", {}, say("follow-back")), h("kbd", { "aria-hidden": "true" }, "F"));
    const skip = h("button", { class: "btn", type: "button", "data-follow": "skip", "aria-keyshortcuts": "Space" }, icon("last"), h("span", {}, say("follow-skip")), h("kbd", { "aria-hidden": "true" }, say("key-space")));
    back.addEventListener("click", () => this.stop());
    skip.addEventListener("click", () => host.hurry());
    this.tools = h("div", { class: "follow-tools", hidden: true }, back, skip);
    at("main").append(this.line, this.tools);
  }

  /** The panel on which a move of somebody else is seen. @param {LogEntry} entry */
  #place(entry) {
    const { views } = this.host.stage;
    return views.get(entry.panel ?? "") ?? [...views.values()].find(({ panel }) => panel.seat === entry.seat && panel.kind === "board");
  }

  /** A move of somebody else that a message tells. @param {ServerMessage} message @returns {LogEntry | undefined} */
  #told(message) {
    const { mine } = this.host.state();
    return message.did === "moved" ? message.log.find((entry) => !mine.includes(entry.seat)) : undefined;
  }

  /**
   * A move is about to be shown: its board takes the stage.
   * @param {ServerMessage} message
   * @returns {number}
   */
  before(message) {
    const entry = this.#told(message);
    if (!entry) return 0;
    if (entry.seat !== this.mover) this.left = null;
    this.mover = entry.seat;
    this.meanwhile = this.#deciding();
    const place = this.#place(entry);
    if (this.meanwhile || this.left === entry.seat || !motion() || document.hidden) return 0;
    const own = place?.panel.seat === entry.seat && place.panel.kind === "board";
    // What was chosen in secret is seen on no board.
    if (!own || this.seat === entry.seat || !entry.marks?.length) return 0;
    this.#glide(place.panel.name, paced(OUT));
    this.#show(entry.seat);
    return paced(OUT);
  }

  /**
   * A move has been shown: it is marked and told.
   * @param {ServerMessage} message
   * @returns {number}
   */
  after(message) {
    const entry = this.#told(message);
    if (!entry) return 0;
    const state = this.host.state();
    unmarkAll(this.host.stage.views.values(), "deed");
    const place = this.#place(entry);
    if (place && entry.marks?.length) mark(place, [{ items: entry.marks, points: entry.points ?? 0 }], "deed");
    // It stands where it is asked otherwise: above the board, or beside it.
    at("prompt").after(this.line);
    this.line.className = `deed-line seat-${entry.seat % 4}`;
    this.line.replaceChildren(seatMark(entry.seat), h("span", {}, h("strong", {}, labelled(seatName(state, entry.seat), "")), deedOf(entry)),
      entry.points ? h("b", { class: "num" }, signed(entry.points)) : "");
    const seen = motion() && !document.hidden && this.left !== entry.seat && !this.meanwhile;
    this.line.hidden = !seen;
    document.body.classList.toggle("telling", seen);
    return seen ? paced(DEED) + (this.#goesOn(entry.seat) ? 0 : REST) : 0;
  }

  /** Whether one has something to decide oneself. */
  #deciding() {
    return Boolean(this.host.state().decision?.actions.length);
  }

  /** Whether a seat has more to do before it is one's own turn. @param {number} seat */
  #goesOn(seat) {
    return !this.#deciding() && (this.host.state().seats[seat]?.deciding ?? false);
  }

  /** A move has been looked at: after the last one the board comes back, unless a bot goes on at once. */
  end() {
    const { seats, mine } = this.host.state();
    if (this.mover !== null && this.#goesOn(this.mover) && !mine.includes(this.mover)) return;
    this.line.hidden = true;
    document.body.classList.remove("telling");
    if (this.#deciding() || !seats.some((seat) => seat.deciding && seat.level && seat.seat !== this.left)) this.back();
  }

  /** Go on by oneself: until somebody's next turn, nothing takes the stage. */
  stop() {
    this.left = this.mover;
    this.back();
    this.host.hurry();
  }

  /** One's own board again. */
  back() {
    this.line.hidden = true;
    document.body.classList.remove("telling");
    unmarkAll(this.host.stage.views.values(), "deed");
    if (this.seat === null) return;
    this.#glide("", paced(BACK));
    this.#show(null);
  }

  /** @param {number | null} seat */
  #show(seat) {
    this.seat = seat;
    this.tools.hidden = seat === null;
    const stage = at("main");
    stage.classList.toggle("following", seat !== null);
    for (const each of [0, 1, 2, 3]) stage.classList.toggle(`seat-${each}`, seat !== null && seat % 4 === each);
  }

  /**
   * Put a panel on the stage, and let everything that changes its place glide there.
   * @param {string} name
   * @param {number} time
   */
  #glide(name, time) {
    const { stage, layout } = this.host;
    const views = [...stage.views.values()].filter((view) => "svg" in view);
    const before = new Map(views.map((view) => [view, view.svg.getBoundingClientRect()]));
    layout.enlarge(name);
    if (!motion() || document.hidden) return;
    for (const [view, from] of before) fly(view, from, view.svg.getBoundingClientRect(), time);
  }
}

/**
 * A picture of the panel goes from one place to the other, above everything else.
 * @param {PanelView} view
 * @param {DOMRect} from
 * @param {DOMRect} to
 * @param {number} time
 */
function fly(view, from, to, time) {
  if (!from.width || !to.width || (Math.abs(from.x - to.x) < 2 && Math.abs(from.width - to.width) < 2)) return;
  const copy = /** @type {SVGSVGElement} */ (view.svg.cloneNode(true));
  for (const node of copy.querySelectorAll("[role], [tabindex]")) {
    node.removeAttribute("role");
    node.removeAttribute("tabindex");
  }
  copy.removeAttribute("role");
  const flight = h("div", { class: "flight", "aria-hidden": "true" });
  flight.append(copy);
  flight.style.width = `${to.width}px`;
  flight.style.height = `${to.height}px`;
  document.body.append(flight);
  view.svg.style.opacity = "0";
  const place = (/** @type {DOMRect} */ box) => `translate(${box.x}px, ${box.y}px) scale(${box.width / to.width}, ${box.height / to.height})`;
  const landed = () => {
    flight.remove();
    view.svg.style.opacity = "";
  };
  flight.animate([{ transform: place(from) }, { transform: place(to) }], { duration: time, easing: GLIDE, fill: "forwards" }).finished.then(landed, landed);
}
