// The sprites of the game, put into the page once.

import { at, page } from "./page.js";

/** Fetch the sprite sheet and put it into the page. */
export async function loadSheet() {
  at("sheet").innerHTML = await (await fetch(page.sprites)).text();
}
