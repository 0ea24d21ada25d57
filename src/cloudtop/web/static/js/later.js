// What is seldom needed is fetched when it is, so that the board is there sooner.

/** @typedef {import("./picking.js").Move} Move */

/** @param {any} state */
export const showFinal = async (state) => (await import("./final.js")).showFinal(state);

/** @param {any} state */
export const openInvite = async (state) => (await import("./invite.js")).openInvite(state);

/** @param {import("./rail.js").Seat} seat @param {any} state */
export const openSeat = async (seat, state) => (await import("./seat.js")).openSeat(seat, state);

/** @param {Move[]} moves @param {(move: Move) => void} consider */
export const openMoves = async (moves, consider) => (await import("./moves.js")).openMoves(moves, consider);

export const openHelp = async () => (await import("./moves.js")).openHelp();
