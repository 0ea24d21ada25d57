// SHA-256 of a text, as 64 digits from 0 to f.

import { hex } from "./page.js";

/**
 * Browsers offer SHA-256 only to pages that came over HTTPS or from this very machine; a phone in the same network,
 * which plays over plain HTTP, does the sum by itself.
 * @param {string} text
 */
export async function sha256(text) {
  const bytes = new TextEncoder().encode(text);
  if (globalThis.isSecureContext) return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
  return (await import("./by-hand.js")).sha256ByHand(bytes);
}
