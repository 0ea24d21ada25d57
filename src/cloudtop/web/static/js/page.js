// What the server told this page, the words of its language, what this browser keeps, and how it likes to look.

/** @import { Page, TablePage } from "./wire.js" */

/** @type {Page} */
export const page = JSON.parse(document.getElementById("page")?.textContent ?? "");

/** The same for the scripts of a table and of its replay, whose pages are told more. */
export const tablePage = /** @type {TablePage} */ (page);

/**
 * A text in the page's language, its fields filled in.
 * @param {string} key
 * @param {Record<string, string | number>} [fields]
 * @returns {string}
 */
export function say(key, fields = {}) {
  const text = page.words[key];
  if (text === undefined) throw new Error(`no words for ${key}`);
  return text.replace(/\{(\w+)\}/g, (whole, /** @type {string} */ name) => String(fields[name] ?? whole));
}

/** Points with their sign. @param {number} points */
export const signed = (points) => (points > 0 ? `+${points}` : String(points).replace("-", "−"));

/** A phrase as the beginning of a sentence; where sentences begin with no capital it would only rename a space. @param {string} phrase */
export const capital = (phrase) => (page.lang === "ja" ? phrase : phrase.slice(0, 1).toLocaleUpperCase(page.lang) + phrase.slice(1));

/** Names as one phrase: "Ada, Bo and Zoe". @param {string[]} names */
export const listed = (names) => new Intl.ListFormat(page.lang).format(names);

/** Phrases beside each other. @param {string[]} phrases */
export const beside = (phrases) => phrases.join(say("comma"));

/** What something is called, and what is said of it. @param {string} name @param {string | number} text */
export const labelled = (name, text) => say("labelled", { name, text });

/** Texts as sentences, one after the other. @param {string[]} texts */
export const sentences = (texts) => texts.filter(Boolean).map((text) => (/[.!?…。！？]$/.test(text) ? text : say("stop", { text }))).join(say("gap"));

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

/** A time of day in the page's language. @param {number} seconds since 1970 */
export const clock = (seconds) => new Date(1000 * seconds).toLocaleTimeString(page.lang, { timeStyle: "short" });

/** Bytes as digits from 0 to f. @param {Uint8Array} bytes */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * What a browser noted of a deal.
 * @typedef {object} Noted
 * @property {string} seal the house's seal
 * @property {string} cut the random part that this browser adds
 * @property {number} at when, in milliseconds since 1970
 * @property {string} [own] the seal of the cut; missing at older tables, where players cut in the open
 * @property {number[]} [mine] the own seats: when the browser came, and then those for which the cut was opened
 * @property {Record<string, string>} [seals] every seal on the table, by seat, just before the cut was opened
 */

/** @param {string} table @returns {Noted | null} */
export const noted = (table) => JSON.parse(kept(`fair:${table}`, "null"));

/** @param {string} table @param {Noted} note */
export const note = (table, note) => keep(`fair:${table}`, JSON.stringify(note));

/** The seal of a cut, before it is hashed. @param {string} cut */
export const sealText = (cut) => `cloudtop cut ${cut}`;

/** Whether things may move. */
export const motion = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The light that the page is shown in. @returns {"day" | "dusk"} */
export function theme() {
  const chosen = document.documentElement.dataset.theme;
  const dusk = chosen ? chosen === "dusk" : matchMedia("(prefers-color-scheme: dark)").matches;
  return dusk ? "dusk" : "day";
}
