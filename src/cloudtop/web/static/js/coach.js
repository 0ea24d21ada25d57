// The coach at somebody's first tables: a tip when such a move can be made for the first time, and an honest word when
// something else would have been much better. It never comes on somebody else's turn.

/** @import { CoachTip, CoachTips } from "./wire.js" */
/** @import { Turn } from "./turn.js" */

import { at, face, h } from "./elements.js";
import { keep, kept, say, tablePage } from "./page.js";
import { movesOf } from "./picking.js";

const { game, lang } = tablePage;
const seen = () => new Set(kept(`tips-${game}`).split(" ").filter(Boolean));

/** A notation with * ? and [..] as a pattern. @param {string} glob */
const pattern = (glob) => new RegExp(`^${glob.replace(/[.+^${}()|\\/]/g, "\\$&").replace(/\*/g, ".*").replace(/\?/g, ".")}$`);

export class Coach {
  /**
   * @param {CoachTip[]} tips
   * @param {() => void} again looks once more what there is to say
   * @param {(texts: string[]) => void} name shows on the board the places that texts name
   */
  constructor(tips, again, name) {
    this.again = again;
    this.name = name;
    this.tips = tips.map((tip) => ({ ...tip, patterns: tip.moves.map(pattern) }));
    /** @type {(typeof this.tips)[number] | null} what is told now */
    this.tip = null;
    /** An honest word that waits for one's own turn. */
    this.word = "";
    /** @type {Turn["asked"]} what is asked now, and what was when a tip was read: it gets no other one. */
    this.asked = this.read = null;
    this.on = true;
    this.note = h("aside", { class: "coach", "aria-label": say("coach-says"), hidden: true });
    this.text = h("p", { role: "status" });
    const ok = h("button", { class: "btn primary", type: "button", "data-coach": "ok" }, say("coach-ok"));
    const off = h("button", { class: "btn quiet", type: "button", "data-coach": "off" }, say("coach-off"));
    ok.addEventListener("click", () => this.close());
    off.addEventListener("click", () => this.turn(false));
    for (const button of [ok, off]) button.addEventListener("click", () => this.again());
    this.note.append(face("coach"), this.text, ok, off);
    at("main").append(this.note);
  }

  /** @param {boolean} on */
  turn(on) {
    this.on = on;
    keep("coach", on ? "" : "off");
    // Whoever calls the coach later wants to hear it all.
    if (on) {
      keep(`tips-${game}`, "");
      this.tip = this.read = null;
    } else this.hide();
    at("coach-button").setAttribute("aria-pressed", String(on));
  }

  /** Something else would have been much better. @param {string} word */
  review(word) {
    this.word = word;
  }

  /**
   * See what can be done now, and whether there is something to say.
   * @param {Turn} turn
   * @param {boolean} deciding
   */
  look(turn, deciding) {
    if (!this.on || !deciding) return this.hide();
    const drafted = turn.draft.steps.map(({ move }) => move.notation);
    if (this.tip && drafted.some((text) => this.tip?.patterns.some((one) => one.test(text)))) this.done();
    if (drafted.length && this.word) this.forget();
    if (this.word) {
      this.show(this.word, []);
      return this.name([this.word]);
    }
    this.asked = turn.asked;
    if (this.asked && this.asked === this.read) return this.hide();
    const moves = movesOf(turn.asked);
    const known = seen();
    const about = (/** @type {{ patterns: RegExp[] }} */ tip) => moves.filter(({ notation }) => tip.patterns.some((one) => one.test(notation)));
    // What comes first in a turn is told first, also where turning a piece opens it only now.
    this.tip = this.tips.find((tip) => !known.has(tip.step) && about(tip).length) ?? null;
    if (!this.tip) return this.hide();
    return this.show(this.tip.text, about(this.tip).flatMap(({ targets }) => targets));
  }

  /** @param {string} text @param {string[]} targets what it is about */
  show(text, targets) {
    this.note.hidden = false;
    if (this.text.textContent !== text) this.text.textContent = text;
    const about = new Set(targets);
    for (const node of document.querySelectorAll("#boards [data-target], #dock [data-target], #loose [data-loose]")) {
      const target = node.getAttribute("data-target") ?? node.getAttribute("data-loose") ?? "";
      node.classList.toggle("coached", about.has(target) && node.matches(".open, .lit"));
    }
  }

  hide() {
    this.note.hidden = true;
    for (const node of document.querySelectorAll(".coached")) node.classList.remove("coached");
  }

  /** The tip has been understood, or done. */
  done() {
    if (this.tip) keep(`tips-${game}`, [...seen().add(this.tip.step)].join(" "));
    this.tip = null;
  }

  /** The honest word has been read, and so have the places that it names. */
  forget() {
    this.word = "";
    this.name([]);
  }

  /** What is shown has been read. */
  close() {
    if (this.word) this.forget();
    else this.done();
    this.read = this.asked;
    this.hide();
  }
}

/**
 * The coach, with all it has to say about the game.
 * @param {() => void} again
 * @param {(texts: string[]) => void} name
 */
export async function hire(again, name) {
  const response = await fetch(`/learn/${game}/tips?lang=${lang}`);
  const { tips } = /** @type {CoachTips} */ (response.ok ? await response.json() : { tips: [] });
  const coach = new Coach(tips, again, name);
  if (kept("coach") === "off") coach.turn(true);
  at("coach-button").setAttribute("aria-pressed", "true");
  return coach;
}
