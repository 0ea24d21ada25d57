// What can be done about a seat: another name, a bot that plays on, the seat back, another device.

/** @import { BotLevel, SeatStatus, TableState } from "./wire.js" */

import { openDialog } from "./dialog.js";
import { face, h, icon } from "./elements.js";
import { invitation } from "./invite.js";
import { say, tablePage } from "./page.js";
import { lendSeat, newSeatLink, renameSeat, takeSeatBack } from "./requests.js";

/** A bot of middling strength. @param {BotLevel[]} levels */
const middle = (levels) => levels[Math.floor(levels.length / 2)]?.level ?? "";

/** A bot with its face: what it is like, and how strong. @param {BotLevel} bot */
const introduced = ({ level, title, line, share }) => h("div", { class: "bot-card" }, face(level),
  h("div", {}, h("strong", {}, title), h("p", {}, line), h("p", { class: "muted small" }, share)));

/**
 * @param {SeatStatus} status
 * @param {TableState} state
 */
export function openSeatMenu({ seat, name, kind, level, here }, state) {
  const mine = state.mine.includes(seat);
  const lent = kind !== "bot" && level !== "";
  const refused = h("p", { class: "refused", role: "alert", hidden: true });
  const content = h("div", { class: "seat-deeds" });
  const dialog = openDialog(name, "seat-dialog", content, refused);
  const attempt = async (/** @type {() => Promise<unknown>} */ deed) => {
    try {
      await deed();
      dialog.close();
    } catch (error) {
      refused.textContent = error instanceof Error ? error.message : "";
      refused.hidden = false;
    }
  };
  const bot = tablePage.levels.find((one) => one.level === level);
  if (bot) content.append(introduced(bot));
  if (mine) {
    const field = h("input", { class: "field", value: name, maxlength: "24", "aria-label": say("nickname"), autocomplete: "nickname" });
    const form = h("form", { class: "rename" }, h("label", {}, h("span", {}, say("nickname")), field), h("button", { class: "btn primary" }, say("rename")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      attempt(() => renameSeat({ name: field.value, seat }));
    });
    content.append(form);
  }
  if (state.outcome) return;
  const deed = (/** @type {string} */ picture, /** @type {string} */ word, /** @type {() => Promise<unknown>} */ run) => {
    const button = h("button", { class: "btn", type: "button" }, icon(picture), say(word));
    button.addEventListener("click", () => attempt(run));
    content.append(button);
  };
  if (lent && (mine || state.host)) deed("user", "take-back", () => takeSeatBack(seat));
  else if (!lent && kind !== "bot" && (mine || (state.host && !here))) {
    deed("bot", "lend", () => lendSeat(seat, { level: middle(tablePage.levels) }));
  }
  if (mine && !lent) {
    const button = h("button", { class: "btn", type: "button" }, icon("device"), say("other-device"));
    button.addEventListener("click", async () => {
      const { url } = await newSeatLink(seat);
      button.replaceWith(invitation(say("other-device"), url));
    });
    content.append(button);
  }
  if (!content.children.length && !level) content.append(h("p", { class: "muted" }, say("seat-other")));
}
