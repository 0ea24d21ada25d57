// A guide's text, on its page and in the drawer: the rule that somebody asked for is marked and told whole.

/**
 * @param {HTMLElement} guide
 * @param {string} rule
 * @returns {HTMLElement | null} what was marked
 */
export function cite(guide, rule) {
  for (const old of guide.querySelectorAll(".cited")) old.classList.remove("cited");
  /** @type {HTMLElement | null} */
  const cited = rule ? guide.querySelector(`[id="${CSS.escape(rule)}"]`) : null;
  cited?.classList.add("cited");
  for (const more of cited?.querySelectorAll("details") ?? []) more.open = true;
  return cited;
}
