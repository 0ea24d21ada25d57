// The guide in a drawer beside the board, opened at a rule when one was asked for.

import { at, h, icon } from "./elements.js";
import { cite } from "./guide-text.js";
import { styled } from "./later.js";
import { say, tablePage } from "./page.js";

/** @type {Promise<HTMLElement> | null} */
let text = null;
/** @type {HTMLElement | null} */
let came = null;

/** The guide's text, fetched once. @returns {Promise<HTMLElement>} */
function guide() {
  text ??= fetch(`/guide/${tablePage.game}`)
    .then((answer) => answer.text())
    .then((html) => new DOMParser().parseFromString(html, "text/html").getElementById("guide") ?? h("p"));
  return text;
}

export function closeGuide() {
  at("drawer").hidden = true;
  document.body.classList.remove("reading-guide");
  came?.focus();
}

/**
 * @param {string} [rule]
 */
export async function openGuide(rule = "") {
  const drawer = at("drawer");
  if (drawer.hidden) came = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  const close = h("button", { class: "btn icon-only quiet", type: "button", "aria-label": say("close-guide") }, icon("cross"));
  close.addEventListener("click", closeGuide);
  const body = await styled("prose", guide());
  drawer.replaceChildren(h("header", {}, h("h2", { id: "drawer-title", tabindex: "-1" }, say("guide")), close), body);
  drawer.hidden = false;
  document.body.classList.add("reading-guide");
  // A table that is too wide scrolls, by keyboard too.
  for (const table of body.querySelectorAll("table")) if (table.scrollWidth > table.clientWidth) table.tabIndex = 0;
  const cited = cite(body, rule);
  if (cited) {
    cited.setAttribute("tabindex", "-1");
    cited.scrollIntoView({ block: "start" });
    cited.focus({ preventScroll: true });
  } else at("drawer-title").focus();
}
