import { expect } from "vitest";

/**
 * Polls until `check` gives something truthy; fails after `ms` with the reason. For what other processes and timers do:
 * the limit is for what never comes, and long enough for a machine that is busy with other work.
 */
export async function waitFor<T>(what: string, check: () => T | Promise<T>, ms = 120_000): Promise<NonNullable<T>> {
  const until = performance.now() + ms;
  let value = await check();
  while (!value && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    value = await check();
  }
  expect(value, `waited ${ms} ms for ${what}`).toBeTruthy();
  return value as NonNullable<T>;
}
