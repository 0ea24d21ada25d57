// The table as the wire brings it: panels of items, texts and the log, and how a change is applied to them. Nothing
// here touches the page.

/** @import { Item as ItemRow, LogEntry, Moved, Panel as SentPanel, PanelChange, Picture as PictureRow, SceneChange, Slot as SlotRow, TextChange } from "./wire.js" */

/**
 * @typedef {object} Item
 * @property {string} id
 * @property {string} sprite
 * @property {number} x
 * @property {number} y
 * @property {number} depth
 * @property {string} target
 * @property {string} label
 * @property {number} rotation
 * @property {string} state
 */

/**
 * A small drawing.
 * @typedef {object} Picture
 * @property {[number, number, number, number]} box
 * @property {Item[]} items
 * @property {string} backdrop
 */

/**
 * One place of a row, there for the whole game, or a card told in words.
 * @typedef {object} Slot
 * @property {string} id
 * @property {string} label
 * @property {Picture} picture
 * @property {string} target
 * @property {string} state
 * @property {number | null} number
 * @property {string} text
 * @property {number[]} points
 * @property {string} group
 * @property {string} sign
 */

/** @typedef {Omit<SentPanel, "items" | "slots"> & { items: Item[], slots: Slot[] }} Panel */

/** @param {ItemRow} row @returns {Item} */
export function item([id, sprite, x, y, depth, target, label, rotation, state]) {
  return { id, sprite, x, y, depth, target, label, rotation, state };
}

/** @param {PictureRow} row @returns {Picture} */
export const picture = ([box, items, backdrop]) => ({ box, items: items.map(item), backdrop });

/** @param {SlotRow} row @returns {Slot} */
export function slot([id, label, drawn, target, state, number, text, points, group, sign]) {
  return { id, label, picture: picture(drawn), target, state, number, text, points, group, sign };
}

/** @param {SentPanel} sent @returns {Panel} */
export const panel = (sent) => ({ ...sent, items: sent.items.map(item), slots: sent.slots.map(slot) });

/** Panels by name, in their order. @param {SentPanel[]} sent */
export const panelsOf = (sent) => new Map(sent.map((one) => [one.name, panel(one)]));

/**
 * A text after a change: whole, or as steps along the old one (keep so many letters, skip so many, put these in).
 * @param {string} old
 * @param {TextChange | undefined} change
 * @returns {string}
 */
export function joined(old, change) {
  if (change === undefined) return old;
  if (typeof change === "string") return change;
  let at = 0;
  return change.map((step) => {
    if (typeof step === "string") return step;
    at += Math.abs(step);
    return step > 0 ? old.slice(at - step, at) : "";
  }).join("");
}

/**
 * A panel after a change; what the change does not name stays.
 * @param {Panel} before
 * @param {PanelChange} change
 * @returns {Panel}
 */
export function changed(before, change) {
  const { set = [], drop = [], after = [], slots = [], backdrop, description, ...rest } = change;
  const present = new Map(before.items.map((one) => [one.id, one]));
  for (const id of drop) present.delete(id);
  for (const row of set) present.set(row[0], item(row));
  const items = [...present.values()].sort((one, other) => one.depth - other.depth);
  for (const [id, before] of after) {
    const moved = items.splice(items.findIndex((one) => one.id === id), 1);
    items.splice(items.findIndex((one) => one.id === before) + 1, 0, ...moved);
  }
  const places = new Map(before.slots.map((one) => [one.id, one]));
  for (const id of drop) places.delete(id);
  for (const row of slots) places.set(row[0], slot(row));
  return {
    ...before,
    ...rest,
    backdrop: joined(before.backdrop, backdrop),
    description: joined(before.description, description),
    items,
    slots: [...places.values()],
  };
}

/**
 * All panels after a change.
 * @param {Map<string, Panel>} before
 * @param {SceneChange} change
 * @returns {Map<string, Panel>}
 */
export function patched(before, { added = [], changed: changes = [], gone = [], order }) {
  const after = new Map(before);
  for (const name of gone) after.delete(name);
  for (const sent of added) after.set(sent.name, panel(sent));
  for (const change of changes) after.set(change.name, changed(known(after, change.name), change));
  return order ? new Map(order.map((name) => [name, known(after, name)])) : after;
}

/** @param {Map<string, Panel>} panels @param {string} name */
function known(panels, name) {
  const found = panels.get(name);
  if (!found) throw new Error(`there is no panel ${name}`);
  return found;
}

/**
 * The log after a move: what was secret and is told now replaces what stood there.
 * @param {LogEntry[]} before
 * @param {Moved} message
 * @returns {LogEntry[]}
 */
export function logged(before, { log, told = [] }) {
  const known = new Map(told.map((entry) => [entry.seq, entry]));
  return [...before.map((entry) => known.get(entry.seq) ?? entry), ...log];
}
