// Inviting others: a link and a code for every free seat, and one for spectators.

import { openDialog } from "./dialog.js";
import { h, icon, page, say, seatMark } from "./page.js";

/**
 * A link with its code, to show or to send.
 * @param {string} title
 * @param {string} path
 * @param {Node} [mark]
 */
export function invitation(title, path, mark) {
  const address = new URL(path, location.href).href;
  const field = h("input", { class: "field", readonly: true, value: address, "aria-label": title });
  field.addEventListener("focus", () => field.select());
  const text = h("span", {}, say("copy"));
  const copy = h("button", { class: "btn", type: "button", "aria-label": `${say("copy")}: ${title}` }, icon("copy"), text);
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(address);
    } catch {
      field.select();
      document.execCommand("copy");
    }
    text.textContent = say("copied");
  });
  return h("div", { class: "invite" },
    h("img", { class: "qr", src: `/qr.svg?${new URLSearchParams({ link: address })}`, alt: say("qr", { title }), width: 128, height: 128 }),
    h("div", {}, h("strong", {}, mark ?? "", " ", title), h("div", { class: "link" }, field, copy)));
}

/** @param {any} state */
export async function openInvite(state) {
  const content = h("div", { class: "invitations" });
  const answer = state.host ? await fetch(`/t/${page.table}/links`) : null;
  if (answer?.ok) {
    const { links, watch } = await answer.json();
    for (const link of links) {
      if (!link.url) continue;
      const seat = state.seats[link.seat];
      content.append(invitation(say("invite-seat", { name: seat.name }), link.url, seatMark(link.seat)));
    }
    if (!links.length) content.append(h("p", { class: "muted" }, say("invite-full")));
    if (watch) content.append(invitation(say("invite-watch"), watch, icon("eye")));
  } else content.append(h("p", { class: "muted" }, say("invite-host")));
  if (["localhost", "127.0.0.1", "[::1]"].includes(location.hostname)) {
    content.append(h("p", { class: "muted small" }, say("invite-local"), " ", h("code", {}, "cloudtop serve --host 0.0.0.0")));
  }
  openDialog(say("invite-title"), "invite-dialog", h("p", { class: "muted" }, say("invite-line")), content);
}
