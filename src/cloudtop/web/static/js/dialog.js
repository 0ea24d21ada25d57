// Dialogs: a title, a way out, and what they are about.

import { h, icon } from "./elements.js";
import { say } from "./page.js";

/**
 * A dialog that closes by its cross, by Escape and by a click beside it, and is gone then.
 * @param {string} title
 * @param {string} className
 * @param {...Node} content
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, className, ...content) {
  const heading = h("h2", { id: "dialog-title" }, title);
  const close = h("button", { class: "btn icon-only quiet", type: "button", "aria-label": say("close") }, icon("cross"));
  const dialog = h("dialog", { class: `dialog ${className}`, "aria-labelledby": "dialog-title" },
    h("header", {}, heading, close), ...content);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
