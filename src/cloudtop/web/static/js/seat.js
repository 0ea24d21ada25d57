// What can be done about a seat: another name, a bot that plays on, the seat back, another device.

import { openDialog } from "./dialog.js";
import { invitation } from "./invite.js";
import { h, icon, page, say } from "./page.js";
import { post } from "./post.js";

/** A bot of middling strength. @param {{ level: string }[]} levels */
const middle = (levels) => levels[Math.floor(levels.length / 2)].level;

/**
 * @param {import("./rail.js").Seat} seat
 * @param {any} state
 */
export function openSeat(seat, state) {
  const mine = state.mine.includes(seat.seat);
  const lent = seat.kind !== "bot" && Boolean(seat.level);
  const refused = h("p", { class: "refused", role: "alert", hidden: true });
  const content = h("div", { class: "seat-deeds" });
  const dialog = openDialog(seat.name, "seat-dialog", content, refused);
  const attempt = async (/** @type {() => Promise<any>} */ deed) => {
    try {
      await deed();
      dialog.close();
    } catch (error) {
      refused.textContent = error instanceof Error ? error.message : "";
      refused.hidden = false;
    }
  };
  const base = `/t/${page.table}`;
  if (mine) {
    const field = h("input", { class: "field", value: seat.name, maxlength: "24", "aria-label": say("nickname"), autocomplete: "nickname" });
    const form = h("form", { class: "rename" }, h("label", {}, h("span", {}, say("nickname")), field), h("button", { class: "btn primary" }, say("rename")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      attempt(() => post(`${base}/nick`, { name: field.value, seat: seat.seat }));
    });
    content.append(form);
  }
  if (state.outcome) return;
  const deed = (/** @type {string} */ picture, /** @type {string} */ word, /** @type {() => Promise<any>} */ run) => {
    const button = h("button", { class: "btn", type: "button" }, icon(picture), say(word));
    button.addEventListener("click", () => attempt(run));
    content.append(button);
  };
  if (lent && (mine || state.host)) deed("user", "take-back", () => post(`${base}/seat/${seat.seat}/take`, {}));
  else if (!lent && seat.kind !== "bot" && (mine || (state.host && !seat.here))) {
    deed("bot", "lend", () => post(`${base}/seat/${seat.seat}/bot`, { level: middle(page.levels) }));
  }
  if (mine && !lent) {
    const button = h("button", { class: "btn", type: "button" }, icon("device"), say("other-device"));
    button.addEventListener("click", async () => {
      const { url } = await post(`${base}/seat/${seat.seat}/link`, {});
      button.replaceWith(invitation(say("other-device"), url));
    });
    content.append(button);
  }
  if (!content.children.length) content.append(h("p", { class: "muted" }, seat.kind === "bot" ? say("seat-bot", { level: seat.name }) : say("seat-other")));
}
