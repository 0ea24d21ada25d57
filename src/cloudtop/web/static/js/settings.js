// The settings of every page: language, light, sound.

import { openDialog } from "./dialog.js";
import { h } from "./elements.js";
import { keep, kept, page, say } from "./page.js";

/** @typedef {{ value: string, text: string, lang?: string }} Choice `lang` where the text is in a language of its own */

/** @type {Choice[]} */
const LANGUAGES = [{ value: "en", text: "English" }, { value: "fr", text: "Français" }, { value: "ja", text: "日本語" }];

/**
 * A row of choices of which one holds.
 * @param {string} name
 * @param {string} legend
 * @param {Choice[]} choices
 * @param {string} chosen
 * @param {(value: string) => void} choose
 */
export function segment(name, legend, choices, chosen, choose) {
  const row = h("div", { class: "segment" });
  for (const { value, text, lang } of choices) {
    const input = h("input", { type: "radio", name, id: `${name}-${value}`, value, checked: value === chosen });
    input.addEventListener("change", () => choose(value));
    row.append(input, h("label", { for: `${name}-${value}`, lang }, text));
  }
  return h("fieldset", {}, h("legend", {}, legend), row);
}

/** @param {string} language */
function speak(language) {
  document.cookie = `lang=${language}; path=/; max-age=31536000; samesite=lax`;
  const address = new URL(location.href);
  address.searchParams.delete("lang");
  location.replace(address);
  if (address.hash) location.reload();
}

/** @param {string} light */
function enlighten(light) {
  keep("light", light);
  if (light) document.documentElement.dataset.theme = light;
  else delete document.documentElement.dataset.theme;
}

function openSettings() {
  openDialog(say("settings"), "settings",
    segment("lang", say("language"), LANGUAGES.map((choice) => ({ ...choice, lang: choice.value })), page.lang, speak),
    segment("light", say("light"), [{ value: "", text: say("light-auto") }, { value: "day", text: say("light-day") }, { value: "dusk", text: say("light-dusk") }], kept("light"), enlighten),
    segment("sound", say("sound"), [{ value: "on", text: say("on") }, { value: "off", text: say("off") }], kept("sound", "on"), (value) => keep("sound", value)),
    segment("confirm", say("confirming"), ["turn", "step", "never"].map((value) => ({ value, text: say(`confirming-${value}`) })), kept("confirm", "turn"), (value) => keep("confirm", value)),
    segment("pace", say("pace"), ["slow", "calm", "quick"].map((value) => ({ value, text: say(`pace-${value}`) })), kept("pace", "calm"), (value) => keep("pace", value)),
    segment("notation", say("notation"), [{ value: "on", text: say("on") }, { value: "off", text: say("off") }], kept("notation", "off"), (value) => keep("notation", value)));
}

for (const button of document.querySelectorAll("[data-settings]")) button.addEventListener("click", openSettings);
