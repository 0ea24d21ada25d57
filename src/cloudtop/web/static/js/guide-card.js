// The sheet that sums a game up: it is there to be printed, so its pictures do not wait to be scrolled to.

import "./settings.js";
import { at } from "./elements.js";

for (const picture of document.images) picture.loading = "eager";
at("print").addEventListener("click", () => print());
