/**
 * One value a process. The server, route handlers and pages are bundled apart, so a module-level variable exists once
 * in each; what must be shared (pools, limiters, the ticker) is kept on `globalThis` under its name.
 */
export function processWide<T>(name: string, make: () => T): T {
  const made = values();
  if (!made.has(name)) made.set(name, make());
  return made.get(name) as T;
}

/** The process's value of a name; undefined as long as nothing has needed it. */
export function madeInProcess<T>(name: string): T | undefined {
  return values().get(name) as T | undefined;
}

function values(): Map<string, unknown> {
  const store = globalThis as unknown as { __till?: Map<string, unknown> };
  store.__till ??= new Map();
  return store.__till;
}
