// Lists of tables: those that run, those that are finished.

/** @import { ListedTable, TablesPage } from "./wire.js" */

import { h } from "./elements.js";
import { listed, page, say, theme } from "./page.js";
import "./settings.js";

/** The tables that this page lists, the one that changed last first. */
export const myTables = /** @type {TablesPage} */ (page).tables;

/** How long ago. @param {string} when */
function ago(when) {
  const seconds = (Date.parse(when) - Date.now()) / 1000;
  const words = new Intl.RelativeTimeFormat(page.lang, { numeric: "auto" });
  for (const [unit, size] of /** @type {[Intl.RelativeTimeFormatUnit, number][]} */ ([["day", 86400], ["hour", 3600], ["minute", 60]])) {
    if (Math.abs(seconds) >= size) return words.format(Math.round(seconds / size), unit);
  }
  return words.format(0, "minute");
}

/** @param {ListedTable} table */
function status(table) {
  if (table.finished) return table.won === null ? say("finished") : say(table.won ? "you-won" : "you-lost");
  if (table.yours) return say("your-turn");
  return say("waiting-for", { name: listed(table.deciding) });
}

/** @param {ListedTable} table */
function tableCard(table) {
  return h("li", {}, h("a", { class: "card", href: table.url },
    h("img", { src: `${table.url}/picture.svg?theme=${theme()}`, alt: "", loading: "lazy", width: 120, height: 84 }),
    h("span", {}, h("span", { class: table.yours ? "turn" : "muted" }, status(table)),
      h("strong", {}, table.title, h("span", { class: "muted" }, ` · ${say("moves-made", { count: table.moves })}`)),
      h("span", { class: "muted" }, listed(table.names), " · ", h("time", { datetime: table.when }, ago(table.when))))));
}

/**
 * @param {Element | null} list
 * @param {ListedTable[]} tables
 */
export function showTables(list, tables) {
  list?.replaceChildren(...tables.map(tableCard));
  if (list && !tables.length) list.append(h("li", { class: "muted" }, say("no-tables")));
}

const running = document.getElementById("running-list");
if (running) {
  showTables(running, myTables.filter((table) => !table.finished));
  showTables(document.getElementById("finished-list"), myTables.filter((table) => table.finished));
}
