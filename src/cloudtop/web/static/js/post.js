// Asking the server for something that changes the table; a refusal carries its reason.

/**
 * @param {string} path
 * @param {object} body
 */
export async function post(path, body) {
  const answer = await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(told.message || String(answer.status));
  return told;
}
