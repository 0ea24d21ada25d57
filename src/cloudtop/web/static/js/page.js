// What the server put into this page, the words of its language, and how elements are made.

/** @typedef {Record<string, string | number | boolean | null | undefined | EventListener>} Attributes */

/** @type {any} */
export const page = JSON.parse(document.getElementById("page")?.textContent || "{}");

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
 * A text in the page's language, its fields filled in.
 * @param {string} key
 * @param {Record<string, string | number>} [fields]
 * @returns {string}
 */
export function say(key, fields = {}) {
  const text = page.words?.[key];
  if (text === undefined) throw new Error(`no words for ${key}`);
  return text.replace(/\{(\w+)\}/g, (/** @type {string} */ whole, /** @type {string} */ name) =>
    name in fields ? String(fields[name]) : whole);
}

/**
 * @param {Element} element
 * @param {Attributes} attributes
 */
function dress(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * An HTML element; attributes that begin with "on" are listeners.
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
 * A seat's mark: a colour and always a shape.
 * @param {number} seat
 */
export function seatMark(seat) {
  return h("span", { class: `seat-mark seat-${seat % 4}`, "aria-hidden": "true" });
}

/**
 * A kept choice of this browser; a browser that keeps nothing gives the other value.
 * @param {string} key
 * @param {string} otherwise
 */
export function kept(key, otherwise = "") {
  try {
    return localStorage.getItem(key) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * @param {string} key
 * @param {string} value
 */
export function keep(key, value) {
  try {
    if (value) localStorage.setItem(key, value);
    else localStorage.removeItem(key);
  } catch {
    // Nothing is kept in this browser; the choice holds until the page is left.
  }
}

/** A phrase as the beginning of a sentence. @param {string} phrase */
export const capital = (phrase) => phrase.slice(0, 1).toLocaleUpperCase(page.lang) + phrase.slice(1);

/** Whether things may move. */
export const motion = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Whether the page is shown at dusk. */
export function dusk() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dusk" : matchMedia("(prefers-color-scheme: dark)").matches;
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
