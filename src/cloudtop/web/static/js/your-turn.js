// Your turn: a chime, a mark in the title, another icon.

import { at } from "./elements.js";
import { kept, say } from "./page.js";

/** @type {AudioContext | null} */
let sound = null;
const title = document.title;
const icon = /** @type {HTMLLinkElement} */ (at("icon"));
const plain = icon.href;

// A browser lets a page sound only after somebody has touched it.
for (const kind of ["pointerdown", "keydown"]) {
  addEventListener(kind, () => {
    sound ??= new AudioContext();
  }, { once: true });
}

function chime() {
  if (!sound || kept("sound", "on") === "off") return;
  const start = sound.currentTime;
  for (const { delay, pitch } of [{ delay: 0, pitch: 659.3 }, { delay: 0.14, pitch: 880 }]) {
    const tone = new OscillatorNode(sound, { frequency: pitch, type: "sine" });
    const loud = new GainNode(sound, { gain: 0 });
    loud.gain.linearRampToValueAtTime(0.12, start + delay + 0.02);
    loud.gain.exponentialRampToValueAtTime(0.0005, start + delay + 0.6);
    tone.connect(loud).connect(sound.destination);
    tone.start(start + delay);
    tone.stop(start + delay + 0.65);
  }
}

let due = false;
// The other icon is for those who look at another tab; nobody else fetches it.
const show = () => (icon.href = due && document.hidden ? plain.replace("logo.svg", "logo-turn.svg") : plain);
document.addEventListener("visibilitychange", show);

/**
 * @param {boolean} mine whether it is this browser's turn
 * @param {boolean} news whether that is new
 */
export function markTurn(mine, news) {
  document.title = mine ? `● ${say("your-turn")} – ${title}` : title;
  due = mine;
  show();
  if (mine && news) chime();
}
