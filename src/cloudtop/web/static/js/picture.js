// Small drawings: placed sprites before a backdrop, seen through a box.

/** @import { Picture as PictureRow } from "./wire.js" */
/** @import { Picture } from "./scene.js" */

import { s } from "./elements.js";
import { picture } from "./scene.js";

/**
 * A small drawing as an element; nothing where there is none.
 * @param {Picture} drawn
 * @param {string} [className]
 */
export function drawing({ box, items, backdrop }, className = "picture") {
  if (!box[2]) return null;
  const ground = s("g", {});
  ground.innerHTML = backdrop;
  return s("svg", { class: className, viewBox: box.join(" "), "aria-hidden": "true", focusable: "false" }, ground,
    ...items.map(({ sprite, x, y, rotation, state }) => s("use", {
      href: `#${sprite}`,
      transform: `translate(${x} ${y})${rotation ? ` rotate(${90 * rotation})` : ""}`,
      class: state || null,
    })));
}

/**
 * The same as it was sent.
 * @param {PictureRow | null | undefined} row
 * @param {string} [className]
 */
export const drawn = (row, className) => (row ? drawing(picture(row), className) : null);
