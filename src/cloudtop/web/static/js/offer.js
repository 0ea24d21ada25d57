// What the page offers now: what is lit, the bar, the steps, and what is only of use when something is drafted.

/** @import { Table } from "./table.js" */
/** @import { Turn } from "./turn.js" */

import { showBar } from "./bar.js";
import { at } from "./elements.js";
import { fetched } from "./fetched.js";
import { called, light, loose } from "./lights.js";
import { beside, motion, say } from "./page.js";
import { showSteps } from "./steps.js";
import { confirming } from "./turn.js";

/** A board that moves to its new frame has arrived there after so many milliseconds. */
const FRAMED = 460;

/** The moves of a draft, in words. @param {Turn} turn */
export const drafting = ({ draft }) => beside(draft.steps.map(({ move }) => move.words));

/** What the button says that makes the moves. @param {Turn} turn */
const ending = ({ told, ready }) => (confirming() === "step" ? say("confirm") : ready && told ? told.end : say("end-turn"));

export class Offer {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** Whether anything was drafted yet. */
    this.aided = false;
    this.settling = 0;
  }

  /** Show what can be picked and done now. */
  show() {
    const { state, turn, deciding, layout, stage, connection, offline, form, playing } = this.table;
    const { draft } = turn;
    layout.call(deciding ? called(stage, draft, layout.main()) : "");
    const main = layout.main();
    const open = light(stage, draft, deciding, main);
    const buttons = deciding ? loose({ ...turn.decision?.labels, ...turn.asked?.labels }, draft, open) : [];
    showBar({
      ready: deciding && turn.ready && !connection.unanswered,
      end: ending(turn),
      words: drafting(turn),
      deciding,
      watching: state.you === null && !state.mine.length,
      undo: !offline && Boolean(draft.begun || state.decision?.undo),
      rotates: deciding && draft.turnable() !== null,
      loose: buttons,
      forms: main?.panel.forms ?? [],
      form,
    }, (deed) => this.table.act(deed), (target) => playing.tap(target));
    at("loose").classList.toggle("alone", buttons.length > 0 && ![...stage.views.values()].some(({ element }) => element.classList.contains("lit")));
    showSteps(turn, deciding, stage, (at) => {
      draft.aim = at;
      this.table.offer();
    });
    void this.#aids();
  }

  /** Handles that turn what is drafted, and what it would bring. */
  async #aids() {
    const { table } = this;
    if (!table.turn.draft.begun && !this.aided) return;
    this.aided = true;
    const [{ showHandles }, { showOutlook }] = await fetched(() => Promise.all([import("./handles.js"), import("./outlook.js")]));
    showOutlook(table.deciding ? table.turn.told : null, table.stage);
    const show = () => showHandles(table.stage, table.turn.draft, table.deciding, (by) => table.turn.rotate(by));
    show();
    // While the board is still moving to its new frame, they follow it.
    clearTimeout(this.settling);
    if (motion()) this.settling = window.setTimeout(show, FRAMED);
  }
}
