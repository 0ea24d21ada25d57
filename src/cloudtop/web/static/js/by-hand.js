// SHA-256 in plain JavaScript, for pages to which the browser does not offer its own.

import { hex } from "./page.js";

/** The first 32 bits of the fractional part of a number. @param {number} number */
const fraction = (number) => ((number - Math.floor(number)) * 2 ** 32) | 0;

/** The first primes, from whose roots the constants are made. @param {number} count */
function primes(count) {
  /** @type {number[]} */
  const found = [];
  for (let number = 2; found.length < count; number += 1) {
    if (found.every((prime) => number % prime)) found.push(number);
  }
  return found;
}

const ROUNDS = primes(64).map((prime) => fraction(Math.cbrt(prime)));
const START = primes(8).map((prime) => fraction(Math.sqrt(prime)));

/** @param {number} word @param {number} by */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/** @param {Uint8Array} bytes */
export function sha256ByHand(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  const sums = Int32Array.from(START);
  const words = new Int32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 64; i += 1) words[i] = i < 16 ? view.getInt32(block + 4 * i) : expanded(words, i);
    mix(sums, words);
  }
  const found = new DataView(new ArrayBuffer(32));
  sums.forEach((sum, i) => found.setInt32(4 * i, sum));
  return hex(new Uint8Array(found.buffer));
}

/** @param {Int32Array} words @param {number} i */
function expanded(words, i) {
  const [early, late] = [words[i - 15] ?? 0, words[i - 2] ?? 0];
  const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
  const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
  return ((words[i - 16] ?? 0) + first + (words[i - 7] ?? 0) + second) | 0;
}

/** @param {Int32Array} sums @param {Int32Array} words */
function mix(sums, words) {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = sums;
  for (let i = 0; i < 64; i += 1) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + (ROUNDS[i] ?? 0) + (words[i] ?? 0)) | 0;
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((value, i) => {
    sums[i] = ((sums[i] ?? 0) + value) | 0;
  });
}
