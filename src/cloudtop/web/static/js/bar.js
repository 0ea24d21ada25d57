// The bar: take back, hint, the steps of the turn, and the one button that makes it.

/** @import { Panel } from "./scene.js" */

import { at, h, heldFocus, icon } from "./elements.js";
import { labelled, say } from "./page.js";

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
  if (choices.ready) confirm.setAttribute("aria-label", labelled(choices.end, choices.words));
  const quiet = choices.watching;
  heldFocus(() => {
    at("deeds").replaceChildren(...(quiet ? [] : [button("undo", "undo", "u", choices.undo), button("hint", "bulb", "h", choices.deciding)]), ...looks(choices, button), button("more", "more", "", true, "only-phone"));
    at("end").replaceChildren(...(quiet ? [] : [confirm]));
    at("loose").replaceChildren(...choices.loose.map(({ target, label, chosen, lit }) => {
      const made = h("button", { class: `btn loose ${lit ? "lit" : ""}`, type: "button", "aria-pressed": String(chosen), "data-loose": target }, label);
      made.addEventListener("click", () => tap(target));
      return made;
    }));
    const same = active.deed || active.loose ? [...document.querySelectorAll("[data-deed], [data-loose]")].find((node) =>
      node instanceof HTMLElement && node.dataset.deed === active.deed && node.dataset.loose === active.loose && node.getClientRects().length) : null;
    if (same instanceof HTMLElement) same.focus({ preventScroll: true });
  });
}

/**
 * How the board is seen, and all moves at once.
 * @param {Choices} choices
 * @param {(deed: Deed, picture: string, key: string, on: boolean, className?: string, words?: string) => HTMLElement} button
 */
function looks({ forms, form, rotates, deciding, watching }, button) {
  const now = Math.max(0, forms.findIndex(([name]) => name === form));
  const other = forms.length > 1 ? forms[(now + 1) % forms.length] : null;
  const found = [
    ...(rotates ? [button("rotate", "right", "r", true, "look turner")] : []),
    ...(other ? [button("form", now ? "large" : "grid", "p", true, "look form", other[1])] : []),
    button("view", "view", "v", true, "look only-desk"),
    ...(watching ? [] : [button("moves", "list", "m", deciding, "look only-desk")]),
  ];
  for (const look of found) look.title = look.querySelector("span")?.textContent ?? "";
  return found;
}
