// The checks of a deal: what was shown is compared with a note that was made before it, and every sum is done again.

/** @import { FairPage, SeatDeal } from "./wire.js" */
/** @import { Noted } from "./page.js" */

import { listed, sealText } from "./page.js";
import { sha256 } from "./sha256.js";

/** A deal as it was shown. @typedef {Pick<FairPage, "kind" | "closed" | "dealt" | "over" | "seal" | "seats" | "shuffle" | "salt" | "seed">} Deal */
/**
 * One check: `right` is null where there is nothing to compare. A wrong one says what happened.
 * @typedef {{ place: "cut" | "seals" | "unopened" | "seal" | "open" | "seed", right: boolean | null, word: string, fields?: Record<string, string> }} Check
 */

/**
 * All checks, the most telling first.
 * @param {Deal} deal
 * @param {Noted | null} note
 */
export async function checksOf(deal, note) {
  const checks = [ownCut(deal, note), ...(deal.kind === "sealed-cuts" ? [await otherSeals(deal, note), unopened(deal)] : []), houseSeal(deal, note)];
  if (deal.over) checks.push(await opening(deal), ...(deal.shuffle ? [await sum(deal)] : []));
  return checks.filter((check) => check !== null);
}

/**
 * What all of it comes to, in one sentence.
 * @param {Deal} deal
 * @param {Check[]} checks
 * @returns {{ right: boolean | null, word: string, fields?: Record<string, string> }}
 */
export function verdict(deal, checks) {
  const wrong = checks.find(({ right }) => right === false);
  if (wrong) return wrong;
  if (!deal.dealt) return { right: null, word: "fair-waits" };
  if (deal.kind !== "sealed-cuts") return { right: null, word: deal.kind === "cut" ? "fair-older" : "fair-house-alone" };
  if (!checks.some(({ place, right }) => place === "cut" && right)) return { right: null, word: "fair-unproved" };
  if (checks.some(({ place }) => place === "unopened")) return { right: null, word: "fair-unopened" };
  return deal.over ? { right: true, word: "fair-proved" } : { right: null, word: "fair-so-far" };
}

/** Whether the note tells of sealed cuts and the deal does not. @param {Deal} deal @param {Noted | null} note */
const downgraded = (deal, note) => Boolean(note?.own) && deal.kind !== "sealed-cuts";

/** The own cut is in the deal, at the own seat. @param {Deal} deal @param {Noted | null} note @returns {Check} */
function ownCut(deal, note) {
  const place = "cut";
  if (downgraded(deal, note)) return { place, right: false, word: "deal-other-way" };
  if (!note?.cut) return { place, right: null, word: "cut-out" };
  if (!note.own) {
    const counted = deal.seats.some(({ cut }) => cut === note.cut);
    return { place, right: counted || null, word: counted ? "cut-in" : "cut-out" };
  }
  const sealed = deal.seats.filter(({ seal }) => seal === note.own);
  const mine = note.mine ?? sealed.map(({ seat }) => seat);
  if (!deal.closed) return { place, right: null, word: "cut-waits" };
  if (!mine.length) return { place, right: false, word: "deal-left-out" };
  return mine.map((seat) => ownSeat(deal, note, seat)).find(({ right }) => !right) ?? { place, right: true, word: "cut-in" };
}

/** @param {Deal} deal @param {Noted} note @param {number} mine @returns {Check} */
function ownSeat(deal, note, mine) {
  const place = "cut";
  const { seal = "", cut = "" } = deal.seats[mine] ?? {};
  if (!seal) return { place, right: false, word: "deal-left-out" };
  if (seal !== note.own || (cut && cut !== note.cut)) return { place, right: false, word: "deal-swapped" };
  if (cut) return { place, right: true, word: "cut-in" };
  if (!deal.dealt) return { place, right: null, word: "cut-waits" };
  return note.seals ? { place, right: false, word: "deal-denied" } : { place, right: null, word: "cut-away" };
}

/** Every seal is one that was noted before the own cut was opened, and every cut fits its seal. @param {Deal} deal @param {Noted | null} note @returns {Promise<Check>} */
async function otherSeals(deal, note) {
  const place = "seals";
  for (const seat of deal.seats) {
    const word = seat.bot && (seat.seal || seat.cut) ? "deal-bot" : seat.cut && (await sha256(sealText(seat.cut))) !== seat.seal ? "deal-misfit" : changed(seat, note);
    if (word) return { place, right: false, word, fields: { name: seat.name } };
  }
  return note?.seals ? { place, right: true, word: "seals-same" } : { place, right: null, word: "seals-unknown" };
}

/** How the seal of a seat differs from the note; empty if it does not. @param {SeatDeal} seat @param {Noted | null} note */
function changed({ seat, seal }, note) {
  const before = note?.seals?.[seat] ?? "";
  if (!note?.seals || seal === before) return "";
  return !before ? "deal-added" : seal ? "deal-changed" : "deal-gone";
}

/** Who sealed a cut and did not open it. @param {Deal} deal @returns {Check | null} */
function unopened(deal) {
  const names = deal.seats.filter(({ seal, cut }) => seal && !cut).map(({ name }) => name);
  return deal.dealt && names.length ? { place: "unopened", right: null, word: "unopened", fields: { names: listed(names) } } : null;
}

/** The house's seal is still the one that was noted. @param {Deal} deal @param {Noted | null} note @returns {Check} */
function houseSeal({ seal }, note) {
  if (!note?.seal) return { place: "seal", right: null, word: "seal-unknown" };
  return { place: "seal", right: note.seal === seal, word: note.seal === seal ? "seal-same" : "seal-other" };
}

/** What the house opened fits its seal. @param {Deal} deal @returns {Promise<Check>} */
async function opening(deal) {
  const fits = (await sha256(deal.shuffle ? `cloudtop shuffle ${deal.shuffle}` : deal.salt + deal.seed)) === deal.seal;
  return { place: "open", right: fits, word: fits ? "open-fits" : "open-wrong" };
}

/** Shuffle and cuts make the number of the deal. @param {Deal} deal @returns {Promise<Check>} */
async function sum(deal) {
  const cuts = deal.seats.filter(({ cut }) => cut).map(({ seat, cut }) => ` ${seat}:${cut}`);
  const found = await sha256(`cloudtop deal ${deal.shuffle}${cuts.join("")}`);
  const right = BigInt(`0x${found}`) === BigInt(deal.seed);
  return { place: "seed", right, word: right ? "seed-fits" : "seed-wrong" };
}

/** A note as options of `cloudtop verify`. @param {Noted} note */
export function optionsOf(note) {
  const seals = Object.entries(note.seals ?? {}).map(([seat, seal]) => `--seal ${seat}=${seal}`);
  const cuts = (note.mine ?? []).map((seat) => `--cut ${seat}=${note.cut}`);
  return [`--seal ${note.seal}`, ...seals, ...cuts].join(" ");
}
