// All moves of a decision as a list that can be searched: the quickest way by keyboard or ear.

/** @import { Deed } from "./bar.js" */
/** @import { Move } from "./picking.js" */

import { openDialog } from "./dialog.js";
import { at, h, icon } from "./elements.js";
import { capital, say } from "./page.js";

/**
 * @param {Move[]} moves
 * @param {(move: Move) => void} consider
 */
export function openMoves(moves, consider) {
  const field = h("input", { type: "search", class: "field", "aria-label": say("moves-find"), placeholder: say("moves-find"), autocomplete: "off", spellcheck: "false" });
  const list = h("ul", { class: "all-moves" });
  const count = h("p", { class: "muted small", role: "status" });
  const dialog = openDialog(say("moves-title"), "moves-dialog", field, count, list);
  const fill = () => {
    const wanted = field.value.trim().toLowerCase().split(/\s+/);
    const found = moves.filter((move) => wanted.every((word) => `${move.notation} ${move.words}`.toLowerCase().includes(word)));
    count.textContent = say("moves-count", { count: found.length });
    list.replaceChildren(...found.slice(0, 200).map((move) => {
      const button = h("button", { class: "btn quiet", type: "button" }, h("span", {}, capital(move.words)), h("code", {}, move.notation));
      button.addEventListener("click", () => {
        dialog.close();
        consider(move);
      });
      return h("li", {}, button);
    }));
  };
  field.addEventListener("input", fill);
  dialog.addEventListener("keydown", (event) => {
    const buttons = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("button")]);
    const now = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (event.key === "ArrowDown") buttons[Math.min(now + 1, buttons.length - 1)]?.focus();
    else if (event.key === "ArrowUp") (buttons[now - 1] ?? field).focus();
    else if (event.key === "Enter" && document.activeElement === field) buttons[0]?.click();
    else return;
    event.preventDefault();
  });
  fill();
  field.focus();
}

/** On a phone: what has no room in the bar. @param {(deed: Deed) => void} act */
export function openMore(act) {
  const deed = (/** @type {string} */ picture, /** @type {string} */ word, /** @type {() => void} */ run) => {
    const button = h("button", { class: "btn", type: "button" }, icon(picture), say(word));
    button.addEventListener("click", () => {
      dialog.close();
      run();
    });
    return button;
  };
  const dialog = openDialog(say("more"), "more-dialog", h("div", { class: "seat-deeds" },
    deed("people", "more-beside", () => openRail()),
    deed("list", "moves-title", () => act("moves")),
    deed("view", "view", () => act("view"))));
}

/** On a phone: the players, the score and what happened, over the board. */
export function openRail() {
  const rail = at("rail");
  const home = /** @type {HTMLElement} */ (rail.parentElement);
  const next = rail.nextSibling;
  openDialog(say("more-beside"), "sheet rail-dialog", rail).addEventListener("close", () => home.insertBefore(rail, next));
}

/** What the keys do. */
export function openHelp() {
  const list = h("dl", { class: "keys" });
  for (const [keys, word] of /** @type {[string, string][]} */ ([["← ↑ ↓ →", "key-arrows"], ["⏎", "key-enter"], ["Esc", "key-escape"], ["1–9", "key-slots"], ["R · ⇧R", "key-rotate"], ["U", "key-undo"], ["P", "key-form"], ["V", "key-view"], ["L", "since"], ["F", "key-follow"], ["I", "key-inspect"], ["H", "hint"], ["M", "moves-title"], ["G", "guide"]])) {
    list.append(h("dt", {}, h("kbd", {}, keys)), h("dd", {}, say(word)));
  }
  openDialog(say("keys"), "keys-dialog", list);
}
