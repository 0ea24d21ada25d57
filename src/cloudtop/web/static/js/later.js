// What is seldom needed is fetched when it is, so that the board is there sooner.

/** @import { SeatStatus, TableState } from "./wire.js" */
/** @import { Move } from "./picking.js" */

/** @param {TableState} state */
export const showFinal = async (state) => (await import("./final.js")).showFinal(state);

/** @param {TableState} state */
export const openInvite = async (state) => (await import("./invite.js")).openInvite(state);

/** @param {SeatStatus} seat @param {TableState} state */
export const openSeatMenu = async (seat, state) => (await import("./seat-menu.js")).openSeatMenu(seat, state);

/** @param {Move[]} moves @param {(move: Move) => void} consider */
export const openMoves = async (moves, consider) => (await import("./moves.js")).openMoves(moves, consider);

export const openHelp = async () => (await import("./moves.js")).openHelp();

/** @param {TableState} state */
export const showAwaited = async (state) => (await import("./fair.js")).showAwaited(state);
