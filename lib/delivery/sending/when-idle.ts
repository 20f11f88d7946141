/** Lets callers wait until `isIdle`. `check` is to be called whenever something has ended. */
export function whenIdle(isIdle: () => boolean) {
  const waiters = new Set<() => void>();

  function check(): void {
    if (!isIdle()) return;
    for (const resolve of waiters) resolve();
    waiters.clear();
  }

  /** Under steady traffic nothing may ever come to rest, so who has given up waiting is forgotten. */
  function wait(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      waiters.add(resolve);
      signal?.addEventListener("abort", () => {
        waiters.delete(resolve);
        resolve();
      });
      check();
    });
  }

  return { check, wait };
}
