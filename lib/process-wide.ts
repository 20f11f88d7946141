/**
 * One value a process. The server, route handlers and pages are bundled apart, so a module-level variable exists once in
 * each; what must be shared (pools, limiters, the ticker) is kept on `globalThis` under its name.
 */
export function processWide<T>(name: string, make: () => T): T {
  const store = globalThis as unknown as { __till?: Map<string, unknown> };
  store.__till ??= new Map();
  if (!store.__till.has(name)) store.__till.set(name, make());
  return store.__till.get(name) as T;
}
