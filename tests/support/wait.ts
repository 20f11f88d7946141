/** Polls until `check` gives something truthy; fails after `ms` with the reason. For what other processes and timers do. */
export async function waitFor<T>(what: string, check: () => T | Promise<T>, ms = 10_000): Promise<NonNullable<T>> {
  const until = performance.now() + ms;
  for (;;) {
    const value = await check();
    if (value) return value as NonNullable<T>;
    if (performance.now() > until) throw new Error(`waited ${ms} ms for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
