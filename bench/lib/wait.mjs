export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks every `everyMs` until the answer is truthy and gives it; an error after `ms`. */
export async function waitFor(what, check, { ms = 120_000, everyMs = 20 } = {}) {
  const until = performance.now() + ms;
  for (;;) {
    const value = await check();
    if (value) return value;
    if (performance.now() > until) throw new Error(`waited ${ms / 1_000} s for ${what}`);
    await sleep(everyMs);
  }
}
