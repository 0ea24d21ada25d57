// How elements are found and made.

import { page } from "./page.js";

/** @typedef {Record<string, string | number | boolean | null | undefined>} Attributes */

/**
 * The element of that id, which the page is known to have.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function at(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/**
 * @param {Element} element
 * @param {Attributes} attributes
 */
function dress(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} name
 * @param {Attributes} [attributes]
 * @param {...(Node | string | null | undefined | false)} content
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(name, attributes = {}, ...content) {
  const element = document.createElement(name);
  dress(element, attributes);
  element.append(...content.filter((part) => part !== null && part !== undefined && part !== false));
  return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} name
 * @param {Attributes} [attributes]
 * @param {...Node} content
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(name, attributes = {}, ...content) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  dress(element, attributes);
  element.append(...content);
  return element;
}

/**
 * One of the icons of `icons.svg`.
 * @param {string} name
 */
export function icon(name) {
  return s("svg", { class: "icon", "aria-hidden": "true" }, s("use", { href: `${page.static}/icons.svg#${name}` }));
}

/**
 * The face of a bot.
 * @param {string} level
 */
export function face(level) {
  return s("svg", { class: "face", "aria-hidden": "true" }, s("use", { href: `${page.static}/faces.svg#${level}` }));
}

/**
 * A seat's mark: a colour and always a shape.
 * @param {number} seat
 */
export function seatMark(seat) {
  return h("span", { class: `seat-mark seat-${seat % 4}`, "aria-hidden": "true" });
}

/**
 * Do something that rebuilds parts of the page; where the focus was on something that is gone, it goes to the board.
 * @template T
 * @param {() => T} rebuild
 * @returns {T}
 */
export function heldFocus(rebuild) {
  const before = document.activeElement;
  const done = rebuild();
  if (before !== document.body && document.activeElement === document.body) at("main").focus({ preventScroll: true });
  return done;
}
