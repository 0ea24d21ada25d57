// A page that checks the deal of a record without any server: it is saved as one file, and opened from there.

/** @import { Check, Deal } from "./fair-check.js" */
/** @import { Noted } from "./page.js" */

import { checksOf, verdict } from "./fair-check.js";
import { say, sealText } from "./page.js";
import { sha256 } from "./sha256.js";

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * The deal that a record tells; null for a text that is no record of a finished game.
 * @param {string} text
 * @returns {Deal | null}
 */
function dealOf(text) {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const end = lines.indexOf("");
  if (lines[0] !== "cloudtop record 1") return null;
  const headers = new Map(lines.slice(1, end < 0 ? lines.length : end).map((line) => {
    const [name = "", ...rest] = line.split(": ");
    return [name.replace(/:$/, ""), rest.join(": ")];
  }));
  const of = (/** @type {string} */ name) => headers.get(name) ?? "";
  const players = Number(of("players"));
  if (!Number.isInteger(players) || players < 1 || players > 100 || headers.has("partial")) return null;
  const bots = of("bots").split(" ");
  const seats = Array.from({ length: players }, (_, seat) => ({
    seat, name: of(`seat ${seat}`) || say("offline-seat", { seat }), bot: bots.includes(String(seat)), seal: of(`seal ${seat}`), cut: of(`cut ${seat}`) }));
  const sealed = headers.has("bots") || seats.some(({ seal }) => seal);
  return {
    kind: sealed ? "sealed-cuts" : of("shuffle") ? "cut" : of("commitment") ? "sealed" : "none",
    closed: true, dealt: true, over: /^\d+$/.test(of("seed")),
    seal: of("commitment").replace(/^sha256 /, ""), seats, shuffle: of("shuffle"), salt: of("salt"), seed: of("seed"),
  };
}

/**
 * A note, from the options of `cloudtop verify` that the fair page shows; null if there is none.
 * @param {string} text
 * @returns {Promise<Noted | null>}
 */
async function noteOf(text) {
  /** @type {Noted} */
  const note = { seal: "", cut: "", at: 0 };
  for (const [, option, seat, value = ""] of text.matchAll(/--(seal|cut)[ =](?:(\d+)=)?([0-9a-f]+)/g)) {
    if (option === "seal" && seat === undefined) note.seal = value;
    else if (option === "seal" && seat !== undefined) note.seals = { ...note.seals, [seat]: value };
    else if (seat !== undefined) [note.cut, note.mine] = [value, [...(note.mine ?? []), Number(seat)]];
  }
  if (note.cut) note.own = await sha256(sealText(note.cut));
  return note.seal || note.seals || note.cut ? note : null;
}

/** @param {{ right: boolean | null, word: string, fields?: Record<string, string> }} check */
function line({ right, word, fields }) {
  const told = document.createElement("li");
  told.dataset.right = String(right);
  told.textContent = `${right === null ? "" : right ? "✓ " : "✗ "}${say(word, fields)}`;
  return told;
}

async function check() {
  const file = /** @type {HTMLInputElement} */ (part("file")).files?.[0];
  const deal = file ? dealOf(await file.text()) : null;
  const note = await noteOf(/** @type {HTMLTextAreaElement} */ (part("note")).value);
  /** @type {Check[]} */
  const checks = deal && deal.kind !== "none" ? await checksOf(deal, note) : [];
  const end = !deal ? { right: null, word: file ? "offline-no-record" : "offline-choose" } : deal.kind === "none" ? { right: null, word: "offline-none" } : verdict(deal, checks);
  part("verdict").replaceChildren(...line(end).childNodes);
  part("verdict").dataset.right = String(end.right);
  part("checks").replaceChildren(...checks.map(line));
}

for (const id of ["file", "note"]) part(id).addEventListener("input", () => void check());
await check();
