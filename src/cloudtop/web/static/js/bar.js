// The bar: take back, hint, the steps of the turn, and the one button that makes it. On the board's edge: how it is seen.

/** @import { Panel } from "./scene.js" */

import { at, h, heldFocus, icon } from "./elements.js";
import { say } from "./page.js";

/**
 * @typedef {object} Choices
 * @property {boolean} ready whether the turn can be made
 * @property {string} end what the button says
 * @property {string} words the considered moves in words
 * @property {boolean} deciding
 * @property {boolean} watching whether only the looks of the board are of use
 * @property {boolean} undo
 * @property {boolean} rotates whether something can be turned
 * @property {{ target: string, label: string, chosen: boolean, lit: boolean }[]} loose targets that are on no panel
 * @property {Panel["forms"]} forms in which the board can be seen
 * @property {string} form in which it is seen
 */

/** @typedef {"confirm" | "rotate" | "rotate-back" | "undo" | "hint" | "moves" | "view" | "form" | "more"} Deed */

/**
 * @param {Choices} choices
 * @param {(deed: Deed) => void} act
 * @param {(target: string) => void} tap
 */
export function showBar(choices, act, tap) {
  const active = document.activeElement instanceof HTMLElement ? { ...document.activeElement.dataset } : {};
  const button = (/** @type {Deed} */ deed, /** @type {string} */ picture, /** @type {string} */ key, /** @type {boolean} */ on, className = "", words = say(deed)) => {
    const made = h("button", { class: `btn ${className}`, type: "button", "data-deed": deed, disabled: !on, "aria-keyshortcuts": key || null },
      icon(picture), h("span", {}, words), key ? h("kbd", { "aria-hidden": "true" }, key === "Enter" ? "⏎" : key.toUpperCase()) : null);
    made.addEventListener("click", () => act(deed));
    return made;
  };
  const confirm = button("confirm", "check", "Enter", choices.ready, choices.ready ? "go end" : "go end off", choices.end);
  if (choices.ready) confirm.setAttribute("aria-label", `${choices.end}: ${choices.words}`);
  const quiet = choices.watching;
  heldFocus(() => {
    at("deeds").replaceChildren(...(quiet ? [] : [button("undo", "undo", "u", choices.undo), button("hint", "bulb", "h", choices.deciding)]), button("more", "more", "", true, "only-phone"));
    at("end").replaceChildren(...(quiet ? [] : [confirm]));
    at("loose").replaceChildren(...choices.loose.map(({ target, label, chosen, lit }) => {
      const made = h("button", { class: `btn loose ${lit ? "lit" : ""}`, type: "button", "aria-pressed": String(chosen), "data-loose": target }, label);
      made.addEventListener("click", () => tap(target));
      return made;
    }));
    showTools(choices, button);
    const same = active.deed || active.loose ? [...document.querySelectorAll("[data-deed], [data-loose]")].find((node) =>
      node instanceof HTMLElement && node.dataset.deed === active.deed && node.dataset.loose === active.loose && node.getClientRects().length) : null;
    if (same instanceof HTMLElement) same.focus({ preventScroll: true });
  });
}

/**
 * @param {Choices} choices
 * @param {(deed: Deed, picture: string, key: string, on: boolean, className?: string, words?: string) => HTMLElement} button
 */
function showTools({ forms, form, rotates, deciding }, button) {
  const shown = forms.find(([name]) => name === form) ?? forms[0];
  const other = forms[(forms.findIndex((one) => one === shown) + 1) % forms.length];
  at("tools").replaceChildren(
    ...(rotates ? [button("rotate", "right", "r", true, "tool turner")] : []),
    ...(deciding ? [button("moves", "list", "m", true, "tool only-desk")] : []),
    button("view", "view", "v", true, "tool"),
    ...(other && shown && forms.length > 1 ? [button("form", "large", "p", true, "tool form", other[1])] : []));
}
