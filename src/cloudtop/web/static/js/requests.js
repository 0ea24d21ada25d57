// What is asked of the server over HTTP, a function for each; a refusal carries its reason.

/** @import { BotWanted, NameWanted, Refusal, SeatDevices, SeatLink, SeatNamed, SeatPlayed, TableDealt, TableLinks, TableOpened, TableWanted } from "./wire.js" */

import { tablePage } from "./page.js";

/**
 * @param {string} path
 * @param {RequestInit} [request]
 * @returns {Promise<unknown>}
 */
async function answer(path, request) {
  const response = await fetch(path, request);
  const told = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(/** @type {Partial<Refusal>} */ (told).message ?? String(response.status));
  return told;
}

/**
 * @param {string} path
 * @param {object} [body]
 */
const post = (path, body = {}) =>
  answer(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

/** What is asked about a seat of this table. @param {number} seat @param {string} deed */
const seatPath = (seat, deed) => `/t/${tablePage.table}/seat/${seat}/${deed}`;

/** @param {TableWanted} wanted */
export const openTable = async (wanted) => /** @type {TableOpened} */ (await post("/tables", wanted));

/** The links of this table, for its host. */
export const tableLinks = async () => /** @type {TableLinks} */ (await answer(`/t/${tablePage.table}/links`));

/** A new link to the own seat, to go on with another device. @param {number} seat */
export const newSeatLink = async (seat) => /** @type {SeatLink} */ (await post(seatPath(seat, "link")));

/** Let a bot play for a seat. @param {number} seat @param {BotWanted} wanted */
export const lendSeat = async (seat, wanted) => /** @type {SeatPlayed} */ (await post(seatPath(seat, "bot"), wanted));

/** Let the seat's person play again. @param {number} seat */
export const takeSeatBack = async (seat) => /** @type {SeatPlayed} */ (await post(seatPath(seat, "take")));

/** @param {NameWanted} wanted */
export const renameSeat = async (wanted) => /** @type {SeatNamed} */ (await post(`/t/${tablePage.table}/nick`, wanted));

/** The browsers that hold the own seat. @param {number} seat */
export const seatDevices = async (seat) => /** @type {SeatDevices} */ (await answer(seatPath(seat, "devices")));

/** Let a browser no longer hold the own seat. @param {number} seat @param {string} device */
export const sendAway = async (seat, device) => /** @type {SeatDevices} */ (await post(seatPath(seat, "devices"), { device }));

/** Deal without waiting for those who have not come; for the host. */
export const dealNow = async () => /** @type {TableDealt} */ (await post(`/t/${tablePage.table}/deal`));
