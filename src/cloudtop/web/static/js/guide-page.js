// The guide's page: its chapters beside the text, and the rule that was asked for marked.

import { at, h } from "./page.js";
import "./settings.js";

const chapters = at("chapters");
let chapter = 0;
for (const heading of at("guide").querySelectorAll("h2, h3")) {
  heading.id ||= `chapter-${(chapter += 1)}`;
  const { id } = heading;
  chapters.append(h("li", { class: heading.tagName.toLowerCase() }, h("a", { href: `#${id}` }, heading.textContent ?? "")));
}

function cite() {
  for (const old of document.querySelectorAll(".cited")) old.classList.remove("cited");
  document.getElementById(decodeURIComponent(location.hash.slice(1)))?.classList.add("cited");
}
addEventListener("hashchange", cite);
cite();
