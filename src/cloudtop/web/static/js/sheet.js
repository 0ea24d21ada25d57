// The sprites of the game, put into the page once.

import { at, page } from "./page.js";

/** Fetch the sprite sheet and put it into the page. */
export async function loadSheet() {
  const text = await (await fetch(page.sheet)).text();
  const sheet = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  sheet.removeAttribute("style");
  sheet.setAttribute("width", "0");
  sheet.setAttribute("height", "0");
  at("sheet").append(document.importNode(sheet, true));
}
