// The guide's page: the rule that was asked for is marked.

import "./settings.js";

function cite() {
  for (const old of document.querySelectorAll(".cited")) old.classList.remove("cited");
  document.getElementById(decodeURIComponent(location.hash.slice(1)))?.classList.add("cited");
}
addEventListener("hashchange", cite);
cite();
