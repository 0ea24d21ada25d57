// The bar of actions: confirm, what has no place on the board, undo, hint, all moves, the other side of the board.

import { at, h, heldFocus, icon } from "./elements.js";
import { say } from "./page.js";

/**
 * @typedef {object} Choices
 * @property {boolean} ready whether a move is being considered
 * @property {string} words the considered move in words
 * @property {boolean} deciding
 * @property {boolean} watching whether only the other sides of the board are of use
 * @property {boolean} undo
 * @property {boolean} rotates whether the piece of the considered move can be turned
 * @property {boolean} hints
 * @property {{ target: string, label: string, chosen: boolean }[]} loose targets that are on no panel
 */

/** @typedef {"confirm" | "rotate" | "undo" | "hint" | "moves" | "view"} Deed */

/**
 * @param {Choices} choices
 * @param {(deed: Deed) => void} act
 * @param {(target: string) => void} tap
 */
export function showBar(choices, act, tap) {
  const bar = at("bar");
  const held = document.activeElement instanceof HTMLElement && bar.contains(document.activeElement) ? document.activeElement.dataset : {};
  const button = (/** @type {Deed} */ deed, /** @type {string} */ picture, /** @type {string} */ key, /** @type {boolean} */ on, className = "") => {
    const made = h("button", { class: `btn ${className}`, type: "button", "data-deed": deed, disabled: !on, "aria-keyshortcuts": key },
      icon(picture), h("span", {}, say(deed)), h("kbd", { "aria-hidden": "true" }, key === "Enter" ? "⏎" : key.toUpperCase()));
    made.addEventListener("click", () => act(deed));
    return made;
  };
  const confirm = button("confirm", "check", "Enter", choices.ready, choices.ready ? "go" : "go off");
  if (choices.ready) confirm.setAttribute("aria-label", `${say("confirm")}: ${choices.words}`);
  const loose = choices.loose.map(({ target, label, chosen }) => {
    const made = h("button", { class: "btn loose", type: "button", "aria-pressed": String(chosen), "data-loose": target }, label);
    made.addEventListener("click", () => tap(target));
    return made;
  });
  const deeds = [
    confirm,
    ...(choices.rotates ? [button("rotate", "again", "r", true)] : []),
    ...loose,
    button("undo", "undo", "u", choices.undo),
    button("hint", "bulb", "h", choices.hints),
    h("span", { class: "grow" }),
    button("moves", "list", "m", choices.deciding),
  ];
  heldFocus(() => {
    bar.replaceChildren(...(choices.watching ? [] : deeds), button("view", "view", "v", true));
    const same = [...bar.querySelectorAll("button")].find(({ dataset }) => dataset.deed === held.deed && dataset.loose === held.loose);
    if (held.deed || held.loose) same?.focus();
  });
}
