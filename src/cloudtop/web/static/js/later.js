// What is seldom needed is fetched when it is, so that the board is there sooner.

/** @import { SeatStatus, TableState } from "./wire.js" */
/** @import { Move } from "./picking.js" */

import { h } from "./elements.js";
import { page } from "./page.js";

/**
 * Something that is made once, when it is asked for first.
 * @template T
 * @param {() => Promise<T>} make
 * @returns {() => Promise<T>}
 */
export function once(make) {
  /** @type {Promise<T> | null} */
  let made = null;
  return () => (made ??= make());
}

/** The style sheet of what is watched. */
const style = once(() => new Promise((done) => {
  const link = h("link", { rel: "stylesheet", href: `${page.static}/css/watch.css` });
  link.addEventListener("load", done);
  link.addEventListener("error", done);
  document.head.append(link);
}));

/**
 * A module that comes with its style sheet.
 * @template T
 * @param {Promise<T>} module
 * @returns {Promise<T>}
 */
export const styled = async (module) => (await Promise.all([module, style()]))[0];

/** @param {TableState} state */
export const showFinal = async (state) => (await import("./final.js")).showFinal(state);

/** @param {TableState} state */
export const openInvite = async (state) => (await import("./invite.js")).openInvite(state);

/** @param {SeatStatus} seat @param {TableState} state */
export const openSeatMenu = async (seat, state) => (await import("./seat-menu.js")).openSeatMenu(seat, state);

/** @param {Move[]} moves @param {(move: Move) => void} consider */
export const openMoves = async (moves, consider) => (await import("./moves.js")).openMoves(moves, consider);

export const openHelp = async () => (await import("./moves.js")).openHelp();
