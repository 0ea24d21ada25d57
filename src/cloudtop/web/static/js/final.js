// The end: who won and why, everybody's score, the picture to share, another game.

import { at, dusk, h, icon, keep, kept, motion, page, say, seatMark } from "./page.js";
import { pictureOf, seatName, showSheet } from "./rail.js";
import { post } from "./post.js";

/** @param {any} state */
function headline({ outcome, you, seats, mine }, /** @type {(seat: number) => string} */ name) {
  if (seats.length === 1) return say("end-alone", { points: outcome.scores[0] });
  if (!outcome.winners.length) return say("end-nobody");
  if (outcome.winners.length > 1) return say("end-shared", { names: outcome.winners.map(name).join(", ") });
  const [winner] = outcome.winners;
  const rest = Math.max(...outcome.scores.filter((/** @type {number} */ _, /** @type {number} */ seat) => seat !== winner));
  const fields = { name: name(winner), points: outcome.scores[winner], other: rest };
  return say(winner === you && mine.length < 2 ? "end-you" : "end-won", fields);
}

/** A rematch at a table set up the same way, if this browser knows how. */
async function rematch() {
  const settings = kept(`table:${page.table}`);
  if (!settings) return void location.assign(`/new/${page.game}`);
  const { url, table, links } = await post("/tables", JSON.parse(settings));
  keep(`table:${table}`, settings);
  location.assign(links.length ? `${url}?invite` : url);
}

/** Share the picture where the system can share, else save it. */
async function share() {
  const image = new Image();
  image.src = `${pictureOf()}?theme=${dusk() ? "dusk" : "day"}`;
  await image.decode();
  const canvas = h("canvas", { width: 1600, height: 1125 });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  const file = new File([blob], `${page.game}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file], title: page.title });
  const link = h("a", { href: URL.createObjectURL(file), download: file.name });
  link.click();
  return undefined;
}

/** Paper that comes down from the sky, once. */
function confetti() {
  return h("div", { class: "confetti", "aria-hidden": "true" }, ...Array.from({ length: 60 }, (_, i) => {
    const piece = h("i", { class: `paper-${i % 4}` });
    piece.style.setProperty("--x", `${Math.random() * 100}%`);
    piece.style.setProperty("--late", `${Math.random() * 1.8}s`);
    piece.style.setProperty("--spin", `${Math.random() * 3 - 1.5}turn`);
    return piece;
  }));
}

/** @param {any} state */
export function showFinal(state) {
  const place = at("final");
  const name = (/** @type {number} */ seat) => seatName(state, seat);
  const { outcome } = state;
  const button = (/** @type {string} */ picture, /** @type {string} */ word, /** @type {string} */ className, /** @type {() => any} */ run) => {
    const made = h("button", { class: `btn ${className}`, type: "button" }, icon(picture), say(word));
    made.addEventListener("click", () => Promise.resolve(run()).catch(() => {}));
    return made;
  };
  const closer = button("view", "see-board", "big join", () => {
    place.hidden = true;
    document.body.classList.remove("over");
    at("main").focus();
  });
  const won = outcome.winners.some((/** @type {number} */ seat) => state.mine.includes(seat));
  const hero = h("div", { class: "final-hero" }, won && motion() ? confetti() : null, h("div", { class: "final-body" },
    h("div", {},
      h("p", { class: "crown" }, icon("crown"), outcome.verdict || say("end-crown")),
      h("h2", { tabindex: "-1", id: "final-title" }, headline(state, name)),
      h("p", { class: "lead" }, outcome.reason.why),
      h("div", { class: "actions" }, button("again", "rematch", "go big", rematch), button("share", "share", "big", share), closer)),
    h("img", { class: "board", src: `${pictureOf()}?theme=${dusk() ? "dusk" : "day"}`, alt: say("end-picture"), width: 1280, height: 900 })));
  const ranks = h("ol", { class: "ranks" });
  outcome.ranking.forEach((/** @type {number[]} */ group, /** @type {number} */ i) => {
    const place = 1 + outcome.ranking.slice(0, i).flat().length;
    for (const seat of group) {
      ranks.append(h("li", { class: outcome.winners.includes(seat) ? "won" : "" }, h("span", { class: "place" }, String(place)),
        h("span", { class: "who" }, seatMark(seat), name(seat)), h("span", { class: "score num" }, String(outcome.scores[seat]))));
    }
  });
  const sheet = h("div", {});
  showSheet(sheet, state, true);
  place.replaceChildren(hero, h("div", { class: "results" },
    h("section", { class: "card" }, h("h3", {}, say("score")), sheet),
    h("section", { class: "card" }, h("h3", {}, say("ranking")), ranks, h("div", { class: "more" },
      h("a", { class: "btn", href: `/t/${page.table}/replay` }, icon("play"), say("replay")),
      h("a", { class: "btn", href: `/t/${page.table}/record`, download: true }, icon("save"), say("record")),
      h("a", { class: "btn", href: "/" }, say("library"))))));
  place.hidden = false;
  document.body.classList.add("over");
  place.scrollTop = 0;
  at("final-title").focus();
}
