// The host's page: its numbers stay fresh, and whoever reads or scrolls there is not disturbed.

import { page, say } from "./page.js";
import "./settings.js";

const EVERY = 10000;
/** What changes; what stands around it stays, with its focus and where it is scrolled to. */
const FRESH = ["host-numbers", "host-servers", "host-tables", "host-more", "host-refused"];

const pause = document.getElementById("host-pause");

/** Tell when the page was fresh. */
function note() {
  const time = new Date().toLocaleTimeString(page.lang);
  document.getElementById("host-updated")?.replaceChildren(say("host-updated", { time }));
}

/** Put what is true now into the page. */
async function refresh() {
  if (document.hidden || pause?.getAttribute("aria-pressed") === "true") return;
  const answer = await fetch(location.href, { headers: { accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return;
  const now = new DOMParser().parseFromString(await answer.text(), "text/html");
  // Servers came or went, or the word is another one: the page is not the same any more.
  if (FRESH.some((id) => Boolean(now.getElementById(id)) !== Boolean(document.getElementById(id)))) return location.reload();
  for (const id of FRESH) document.getElementById(id)?.replaceChildren(...(now.getElementById(id)?.childNodes ?? []));
  note();
}

/** What cannot be taken back: it is asked about first. */
const FOR_EVER = ["delete", "erase"];
/** Acts that are another one with something more. @type {Record<string, Record<string, unknown>>} */
const MORE = { reopen: { act: "close", again: true }, undrain: { act: "drain", end: true } };

/**
 * Ask the house for an act, and show what came of it.
 * @param {string} act
 * @param {HTMLFormElement} form
 */
async function perform(act, form) {
  if (FOR_EVER.includes(act) && !confirm(say("host-sure"))) return;
  const fields = [...new FormData(form)].filter(([, value]) => value);
  const body = JSON.stringify({ act, ...Object.fromEntries(fields), ...MORE[act] });
  const said = document.getElementById("host-said");
  const answer = await fetch("/host/act", { method: "POST", headers: { "content-type": "application/json" }, body }).catch(() => null);
  const told = await answer?.json().catch(() => null);
  if (!said) return;
  said.hidden = false;
  if (!answer?.ok) said.textContent = told?.detail ?? told?.message ?? say("host-failed");
  else said.textContent = ["show", "export"].includes(act) ? JSON.stringify(told, null, 2) : say("host-done");
  void refresh();
}

document.getElementById("host-acts")?.addEventListener("submit", (event) => {
  event.preventDefault();
  if (event.submitter instanceof HTMLButtonElement && event.target instanceof HTMLFormElement) void perform(event.submitter.value, event.target);
});

if (pause) {
  pause.hidden = false;
  pause.addEventListener("click", () => {
    pause.setAttribute("aria-pressed", String(pause.getAttribute("aria-pressed") !== "true"));
    void refresh();
  });
  note();
  setInterval(() => void refresh(), EVERY);
  document.addEventListener("visibilitychange", () => void refresh());
}
