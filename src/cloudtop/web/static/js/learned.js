// What this device has learned: the steps of lessons that are done. It is kept in this browser alone.

import { keep, kept } from "./page.js";

/** The steps of a game's lesson that are done. @param {string} game @returns {Set<string>} */
export const learned = (game) => new Set(kept(`learned-${game}`).split(" ").filter(Boolean));

/** @param {string} game @param {string} step */
export const remember = (game, step) => keep(`learned-${game}`, [...learned(game).add(step)].join(" "));
