// The sprites of the game, put into the page once.

import { at, page } from "./page.js";

/** Fetch the sprites and put them into the page. */
export async function loadSprites() {
  at("sprites").innerHTML = await (await fetch(page.sprites)).text();
}
