// Inviting others: a link and a code for every free seat, and one for spectators.

/** @import { TableState } from "./wire.js" */

import { openDialog } from "./dialog.js";
import { h, icon, seatMark } from "./elements.js";
import { labelled, say } from "./page.js";
import { seatName } from "./players.js";
import { tableLinks } from "./requests.js";

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
  const copy = h("button", { class: "btn", type: "button", "aria-label": labelled(say("copy"), title) }, icon("copy"), text);
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
    h("div", {}, h("strong", {}, mark, " ", title), h("div", { class: "link" }, field, copy)));
}

/** @param {TableState} state */
async function invitations(state) {
  if (!state.host) return [h("p", { class: "muted" }, say("invite-host"))];
  const { links, watch } = await tableLinks();
  const seats = links.map(({ seat, url }) => invitation(say("invite-seat", { name: seatName(state, seat) }), url, seatMark(seat)));
  const full = seats.length ? [] : [h("p", { class: "muted" }, say("invite-full"))];
  return [...seats, ...full, invitation(say("invite-watch"), watch, icon("eye"))];
}

/** @param {TableState} state */
export async function openInvite(state) {
  const content = h("div", { class: "invitations" }, ...(await invitations(state)));
  if (["localhost", "127.0.0.1", "[::1]"].includes(location.hostname)) {
    content.append(h("p", { class: "muted small" }, say("invite-local"), " ", h("code", {}, "cloudtop serve --host 0.0.0.0")));
  }
  openDialog(say("invite-title"), "invite-dialog", h("p", { class: "muted" }, say("invite-line")), content);
}
