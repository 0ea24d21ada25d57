// Small drawings: placed sprites before a backdrop, seen through a box.

/** @import { Picture } from "./wire.js" */

import { s } from "./elements.js";

/**
 * A small drawing as an element; nothing where there is none.
 * @param {Picture | null | undefined} picture
 * @param {string} [className]
 */
export function drawn(picture, className = "picture") {
  if (!picture?.[0][2]) return null;
  const [box, items, backdrop] = picture;
  const ground = s("g", {});
  ground.innerHTML = backdrop;
  return s("svg", { class: className, viewBox: box.join(" "), "aria-hidden": "true", focusable: "false" }, ground,
    ...items.map(([, sprite, x, y, , , , rotation, state]) => s("use", {
      href: `#${sprite}`,
      transform: `translate(${x} ${y})${rotation ? ` rotate(${90 * rotation})` : ""}`,
      class: state || null,
    })));
}
