// The library: my running tables, joining by a link, and which game is for us.

/** @import { TablesPage } from "./wire.js" */

import { openDialog } from "./dialog.js";
import { at, h } from "./elements.js";
import { fetched } from "./fetched.js";
import { page, say } from "./page.js";
import "./settings.js";

document.querySelector("[data-join]")?.addEventListener("click", () => {
  const field = h("input", { class: "field", type: "text", "aria-label": say("join-link"), placeholder: `${location.origin}/t/…`, autocomplete: "off", inputmode: "url" });
  const refused = h("p", { class: "refused", role: "alert", hidden: true }, say("join-refused"));
  const form = h("form", { class: "rename" }, field, h("button", { class: "btn primary" }, say("join")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const path = field.value.trim().match(/\/t\/[\w-]+(\/(sit|watch)\/[\w-]+)?/)?.[0];
    if (path) location.assign(path);
    else refused.hidden = false;
  });
  openDialog(say("join-title"), "join-dialog", h("p", { class: "muted" }, say("join-line")), form, refused);
  field.focus();
});

at("which").addEventListener("click", async () => {
  const chooser = at("chooser");
  chooser.hidden = !chooser.hidden;
  at("which").setAttribute("aria-expanded", String(!chooser.hidden));
  if (!chooser.childElementCount) (await fetched(() => import("./chooser.js"))).openChooser();
});

const { tables } = /** @type {TablesPage} */ (page);
at("running").hidden = !tables.length;
if (tables.length) (await fetched(() => import("./tables.js"))).showTables(at("running").querySelector("ul"), tables.slice(0, 4));
