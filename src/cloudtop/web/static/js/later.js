// What is seldom needed is fetched when it is, so that the board is there sooner.

/** @import { SeatStatus, TableState } from "./wire.js" */
/** @import { Deed } from "./bar.js" */
/** @import { Move } from "./picking.js" */

import { at, h } from "./elements.js";
import { fetched } from "./fetched.js";
import { keep, kept, page, tablePage } from "./page.js";

/**
 * Something that is made once, when it is asked for first.
 * @template T
 * @param {() => Promise<T>} make
 * @returns {() => Promise<T>}
 */
export function once(make) {
  /** @type {Promise<T> | null} */
  let made = null;
  return () => (made ??= fetched(make));
}

/** @type {Map<string, Promise<unknown>>} style sheets that were asked for */
const sheets = new Map();

/** @param {string} name */
function style(name) {
  const link = h("link", { rel: "stylesheet", href: `${page.static}/css/${name}.css` });
  const there = new Promise((done) => {
    link.addEventListener("load", done);
    link.addEventListener("error", () => {
      sheets.delete(name);
      link.remove();
      done(null);
    });
  });
  document.head.append(link);
  sheets.set(name, there);
  return there;
}

/**
 * A module that comes with a style sheet.
 * @template T
 * @param {string} sheet
 * @param {Promise<T>} module
 * @returns {Promise<T>}
 */
export const styled = async (sheet, module) => (await Promise.all([module, sheets.get(sheet) ?? style(sheet)]))[0];

/** @param {TableState} state */
export const openInvite = async (state) => (await fetched(() => import("./invite.js"))).openInvite(state);

/** @param {SeatStatus} seat @param {TableState} state */
export const openSeatMenu = async (seat, state) => (await fetched(() => import("./seat-menu.js"))).openSeatMenu(seat, state);

/** @param {Move[]} moves @param {(move: Move) => void} consider */
export const openMoves = async (moves, consider) => (await fetched(() => import("./moves.js"))).openMoves(moves, consider);

/** @param {(deed: Deed) => void} act */
export const openMore = async (act) => (await fetched(() => import("./moves.js"))).openMore(act);

export const openRail = async () => (await fetched(() => import("./moves.js"))).openRail();

export const openHelp = async () => (await fetched(() => import("./moves.js"))).openHelp();

/** What teaches a game at the table. */
export const teacher = once(() => import("./lesson.js"));

/** This browser's part in the deal, ready to say hello; null where it has none. */
export async function cutting() {
  if (tablePage.cutting === "none") return null;
  const { Cutting } = await fetched(() => import("./cutting.js"));
  return new Cutting().ready();
}

/** @param {TableState} state */
export const showAwaited = async (state) => (await fetched(() => import("./fair.js"))).showAwaited(state);

/** So many tables of a game have a coach without being asked for. */
const COACHED = 2;

/** Whether the coach comes by itself: at the first tables of a game on this device, and after its lesson. */
export function coached() {
  const { game, table } = tablePage;
  const tables = new Set(kept(`tables-${game}`).split(" ").filter(Boolean));
  const asked = new URLSearchParams(location.search).has("coach");
  if (kept("coach") === "off" && !asked) return false;
  if (!asked && !tables.has(table) && tables.size >= COACHED) return false;
  keep(`tables-${game}`, [...tables.add(table)].slice(-8).join(" "));
  return true;
}

/**
 * The coach.
 * @param {() => void} again looks once more what there is to say
 * @param {(texts: string[]) => void} name shows on the board the places that texts name
 */
export const coach = async (again, name) => (await fetched(() => styled("coach", import("./coach.js")))).hire(again, name);

export const guideIsOpen = () => !at("drawer").hidden;

/** @param {string} [rule] */
export const openGuide = async (rule) => (await fetched(() => import("./guide.js"))).openGuide(rule);

export const closeGuide = async () => (await fetched(() => import("./guide.js"))).closeGuide();
