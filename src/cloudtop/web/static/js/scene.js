// The scene as the wire brings it: panels of items, and how a change is applied to them. Nothing here touches the page.

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
export function item([id, sprite, x, y, depth, target, label, turn, state]) {
  return { id, sprite, x, y, depth, target, label, turn, state };
}

/** @param {any} sent @returns {Panel} */
export const panel = (sent) => ({ ...sent, items: sent.items.map(item) });

/**
 * A text after a change: whole, or what stays at its head, what stays at its tail, and what comes between.
 * @param {string} old
 * @param {string | [number, number, string] | undefined} change
 * @returns {string}
 */
export function joined(old, change) {
  if (change === undefined) return old;
  if (typeof change === "string") return change;
  const [head, tail, middle] = change;
  return old.slice(0, head) + middle + old.slice(old.length - tail);
}

/**
 * A panel after a change; what the change does not name stays.
 * @param {Panel} before
 * @param {any} change
 * @returns {Panel}
 */
export function changed(before, change) {
  if (change.items) return panel(change);
  const { set = [], drop = [], order, backdrop, description, ...rest } = change;
  const present = new Map(before.items.map((one) => [one.id, one]));
  for (const id of drop) present.delete(id);
  for (const row of set) present.set(row[0], item(row));
  const items = order
    ? order.map((/** @type {string} */ id) => present.get(id))
    : [...present.values()].sort((one, other) => one.depth - other.depth);
  return {
    ...before,
    ...rest,
    backdrop: joined(before.backdrop, backdrop),
    description: joined(before.description, description),
    items,
  };
}

/**
 * All panels after a message that carries `panels`, `gone` and `order`.
 * @param {Map<string, Panel>} before
 * @param {any} message
 * @returns {Map<string, Panel>}
 */
export function patched(before, message) {
  const after = new Map(before);
  for (const name of message.gone ?? []) after.delete(name);
  for (const change of message.panels ?? []) {
    const old = after.get(change.name);
    after.set(change.name, old ? changed(old, change) : panel(change));
  }
  if (!message.order) return after;
  return new Map(message.order.map((/** @type {string} */ name) => [name, after.get(name)]));
}
