// The table as the wire brings it: panels of items, texts and the log, and how a change is applied to them. Nothing
// here touches the page.

/**
 * @typedef {object} Item
 * @property {string} id
 * @property {string} sprite
 * @property {number} x
 * @property {number} y
 * @property {number} depth
 * @property {string} target
 * @property {string} label
 * @property {number} turn
 * @property {string} state
 */

/**
 * @typedef {object} Panel
 * @property {string} name
 * @property {number | null} seat
 * @property {string} title
 * @property {number[]} box
 * @property {Item[]} items
 * @property {string} backdrop
 * @property {string} description
 */

/** @param {any[]} row @returns {Item} */
export function item([id, sprite, x, y, depth, target = "", label = "", turn = 0, state = ""]) {
  return { id, sprite, x, y, depth, target, label, turn, state };
}

/** @param {any} sent @returns {Panel} */
export const panel = (sent) => ({ ...sent, items: sent.items.map(item) });

/**
 * A text after a change: whole, or as steps along the old one (keep so many letters, skip so many, put these in).
 * @param {string} old
 * @param {string | (number | string)[] | undefined} change
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
 * @param {any} change
 * @returns {Panel}
 */
export function changed(before, change) {
  const { set = [], drop = [], after = [], backdrop, description, ...rest } = change;
  const present = new Map(before.items.map((one) => [one.id, one]));
  for (const id of drop) present.delete(id);
  for (const row of set) present.set(row[0], item(row));
  const items = [...present.values()].sort((one, other) => one.depth - other.depth);
  for (const [id, before] of after) {
    const moved = items.splice(items.findIndex((one) => one.id === id), 1);
    items.splice(items.findIndex((one) => one.id === before) + 1, 0, ...moved);
  }
  return {
    ...before,
    ...rest,
    backdrop: joined(before.backdrop, backdrop),
    description: joined(before.description, description),
    items,
  };
}

/**
 * All panels after a change of the scene.
 * @param {Map<string, Panel>} before
 * @param {import("./wire.js").SceneChange} change
 * @returns {Map<string, Panel>}
 */
export function patched(before, { added = [], changed: altered = [], gone = [], order }) {
  const after = new Map(before);
  for (const name of gone) after.delete(name);
  for (const change of altered) {
    const old = after.get(change.name);
    if (old) after.set(change.name, changed(old, change));
  }
  for (const sent of added) after.set(sent.name, panel(sent));
  if (!order) return after;
  return new Map(order.flatMap((name) => {
    const found = after.get(name);
    return found ? [[name, found]] : [];
  }));
}

/**
 * The log after a message: what was secret and is told now replaces what stood there.
 * @param {any[]} before
 * @param {any} message
 * @returns {any[]}
 */
export function logged(before, { log, told = [] }) {
  const known = new Map(told.map((/** @type {any} */ entry) => [entry.seq, entry]));
  return [...before.map((entry) => known.get(entry.seq) ?? entry), ...log];
}
