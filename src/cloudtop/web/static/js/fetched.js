// Scripts that are fetched when they are needed, on a connection that may be gone just then.

/** Milliseconds between two looks whether the house is there again. */
const AGAIN = 1500;

/** The house answers again. */
async function back() {
  for (let there = false; !there; ) {
    await new Promise((done) => setTimeout(done, AGAIN));
    there = await fetch(import.meta.url, { cache: "no-store" }).then(() => true, () => false);
  }
}

/**
 * What is fetched. A browser remembers a script that it could not have, so only a new page gets it: once the house
 * answers again the page is loaded anew and goes on where it was.
 * @template T
 * @param {() => Promise<T>} load
 * @returns {Promise<T>}
 */
export async function fetched(load) {
  try {
    return await load();
  } catch (error) {
    // Every browser says so in words of its own, all with an import in them; any other fault is ours, and is told.
    if (!(error instanceof TypeError && /import/i.test(error.message))) throw error;
    await back();
    location.reload();
    return new Promise(() => undefined);
  }
}
