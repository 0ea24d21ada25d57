// All moves of a decision as a list that can be searched: the quickest way by keyboard or ear.

/** @import { Move } from "./picking.js" */

import { openDialog } from "./dialog.js";
import { h } from "./elements.js";
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

/** What the keys do. */
export function openHelp() {
  const list = h("dl", { class: "keys" });
  for (const [keys, word] of /** @type {[string, string][]} */ ([["← ↑ ↓ →", "key-arrows"], ["⏎", "key-enter"], ["Esc", "key-escape"], ["R", "rotate"], ["U", "undo"], ["H", "hint"], ["M", "moves"], ["V", "view"], ["G", "guide"]])) {
    list.append(h("dt", {}, h("kbd", {}, keys)), h("dd", {}, say(word)));
  }
  openDialog(say("keys"), "keys-dialog", list);
}
