// What can be picked now: lit on the panels, and as buttons where it lies on no panel.

/** @import { Draft } from "./draft.js" */
/** @import { Move, Picks } from "./picking.js" */
/** @import { Stage, View } from "./stage.js" */

import { capital } from "./page.js";
import { facet, isRotation } from "./picking.js";

/**
 * The places of some moves that are lit before a piece is chosen: those where every piece may go.
 * @param {Move[]} moves
 * @param {Set<string>} places
 * @param {Set<string>} chosen
 */
function common(moves, places, chosen) {
  /** @type {Map<string, { pieces: Set<string>, at: Map<string, Set<string>> }>} */
  const sorts = new Map();
  for (const { targets } of moves) {
    const sort = targets.map(facet).sort().join();
    const found = sorts.get(sort) ?? { pieces: new Set(), at: new Map() };
    sorts.set(sort, found);
    const pieces = targets.filter((target) => !places.has(target) && !isRotation(target) && !chosen.has(target));
    for (const piece of pieces) found.pieces.add(piece);
    for (const place of targets) {
      if (!places.has(place)) continue;
      const there = found.at.get(place) ?? new Set();
      found.at.set(place, there);
      for (const piece of pieces) there.add(piece);
    }
  }
  return new Set([...sorts.values()].flatMap(({ pieces, at }) => [...at].filter(([, there]) => there.size === pieces.size).map(([place]) => place)));
}

/**
 * The targets that are lit: what goes with the picks, and what would take the place of one. A lit place means that the
 * chosen piece may go there, so that before one is chosen only those are lit that are open to all.
 * @param {Draft} draft
 * @param {Set<string>} places the targets of the board
 */
export function lit(draft, places) {
  const { picks } = draft;
  const chosen = new Set(picks.chosen);
  const shared = common(picks.fitting(), places, chosen);
  const found = new Set([...picks.open()].filter((target) => shared.has(target)));
  if (!found.size) for (const target of picks.instead()) found.add(target);
  const step = draft.aim === null ? draft.last : draft.steps[draft.aim];
  if (step && (draft.aim !== null || draft.ready)) for (const target of [...step.picks.open(), ...step.picks.instead()]) found.add(target);
  // What lies beside the board is lit whenever a tap on it counts.
  for (const { targets } of [picks, ...draft.steps.map((one) => one.picks)]) for (const target of targets) if (!places.has(target)) found.add(target);
  return found;
}

/**
 * Light the targets that may be picked; all others are shut, but a tap on one that belongs to the turn still counts.
 * @param {Stage} stage
 * @param {Draft} draft
 * @param {boolean} deciding
 * @param {View | undefined} main the board
 * @returns {Set<string>} what is lit
 */
export function light(stage, draft, deciding, main) {
  const places = new Set([...(main?.placed.values() ?? [])].map(({ item }) => item.target));
  /** @type {Set<string>} */
  const open = deciding ? lit(draft, places) : new Set();
  const chosen = new Set(draft.chosen);
  document.body.classList.toggle("deciding", deciding);
  for (const view of stage.views.values()) {
    let glows = false;
    // Of equal pieces only one is picked: the one that is on the board, else the first.
    const held = new Set([...view.placed.values()].filter(({ item }) => item.state === "held").map(({ item }) => item.target));
    for (const { node, item } of view.placed.values()) {
      if (!item.target) {
        node.classList.remove("open", "chosen");
        continue;
      }
      const slot = node.hasAttribute("data-slot");
      const picked = deciding && chosen.has(item.target) && !(slot && held.has(item.target) && item.state !== "held");
      if (slot && picked) held.add(item.target);
      node.classList.toggle("shut", !deciding || !(open.has(item.target) || picked));
      node.classList.toggle("deaf", !deciding || !draft.takes(item.target));
      node.classList.toggle("open", open.has(item.target) && !picked);
      node.classList.toggle("chosen", picked);
      if (node.hasAttribute("aria-pressed")) node.setAttribute("aria-pressed", String(picked));
      glows ||= open.has(item.target);
    }
    view.element.classList.toggle("lit", glows);
  }
  stage.oneStopEach();
  return open;
}

/**
 * The panel that has to be seen large: because nothing on the board answers what is asked, or because one of its cards,
 * told in words, has to be chosen before anything on the board counts; empty where the board does.
 * @param {Stage} stage
 * @param {Draft} draft
 * @param {View | undefined} main
 */
export function called(stage, draft, main) {
  if (!main) return "";
  const views = [...stage.views.values()];
  const read = views.find((view) => view.panel.kind === "notes" && view.panel.seat === null && needed(targetsOf(view), draft.picks, targetsOf(main)));
  if (read) return read.panel.name;
  const asks = (/** @type {View} */ view) => [...view.placed.values()].filter(({ item }) => item.target && draft.takes(item.target)).length;
  if (asks(main)) return "";
  const [best] = views.filter((view) => asks(view)).sort((one, other) => asks(other) - asks(one));
  return best?.panel.name ?? "";
}

/** Everything on a panel that can be picked at some time. @param {View} view */
const targetsOf = (view) => new Set([...view.placed.values()].map(({ item }) => item.target).filter(Boolean));

/**
 * Whether every move on the board takes one of these cards besides, there is a choice of them, and none is picked yet.
 * @param {Set<string>} cards
 * @param {Picks} picks
 * @param {Set<string>} places
 */
function needed(cards, picks, places) {
  const open = picks.open();
  const moves = picks.fitting().filter(({ targets }) => targets.some((target) => places.has(target)));
  return [...cards].filter((card) => open.has(card)).length > 1 && moves.every(({ targets }) => targets.some((target) => cards.has(target) && open.has(target)));
}

/**
 * The targets that are on no panel, with their names.
 * @param {Record<string, string>} labels
 * @param {Draft} draft
 * @param {Set<string>} open what is lit
 */
export function loose(labels, draft, open) {
  const chosen = new Set(draft.chosen);
  return Object.entries(labels)
    .filter(([target]) => draft.takes(target) && !isRotation(target))
    .map(([target, label]) => ({ target, label: capital(label), chosen: chosen.has(target), lit: open.has(target) }));
}
