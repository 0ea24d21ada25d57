// The sheet that rises from the foot of a phone and stays at one of three heights.

import { h } from "./elements.js";
import { say } from "./page.js";

const STOPS = ["low", "half", "full"];
const SLOP = 6;

/**
 * A handle for a sheet: dragged it moves, tapped it goes to the next height.
 * @param {HTMLElement} sheet
 */
export function sheetStops(sheet) {
  const handle = h("button", { class: "sheet-handle", type: "button", "aria-label": say("sheet") }, h("i"));
  const settle = (/** @type {string} */ stop) => {
    sheet.dataset.stop = stop;
    sheet.style.removeProperty("--dragged");
  };
  if (!sheet.dataset.stop) settle("half");
  /** @type {{ y: number, high: number, moved: boolean } | null} */
  let held = null;
  handle.addEventListener("pointerdown", (event) => {
    held = { y: event.clientY, high: sheet.getBoundingClientRect().height, moved: false };
    handle.setPointerCapture(event.pointerId);
  });
  handle.addEventListener("pointermove", (event) => {
    if (!held || (!held.moved && Math.abs(event.clientY - held.y) < SLOP)) return;
    held.moved = true;
    sheet.style.setProperty("--dragged", `${Math.max(88, held.high + held.y - event.clientY)}px`);
  });
  handle.addEventListener("pointerup", () => {
    const part = sheet.getBoundingClientRect().height / innerHeight;
    if (held?.moved) settle(part < 0.35 ? "low" : part < 0.78 ? "half" : "full");
  });
  handle.addEventListener("click", () => {
    const moved = held?.moved;
    held = null;
    if (!moved) settle(STOPS[(STOPS.indexOf(sheet.dataset.stop ?? "") + 1) % STOPS.length] ?? "half");
  });
  return handle;
}
