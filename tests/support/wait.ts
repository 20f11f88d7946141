import { expect } from "vitest";

const SHORTEST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 1_000;

/**
 * Polls until `check` gives something truthy; fails after `ms` with the reason. For what other processes and timers do:
 * the limit is for what never comes, and long enough for a machine that is busy with other work.
 */
export async function waitFor<T>(what: string, check: () => T | Promise<T>, ms = 120_000): Promise<NonNullable<T>> {
  const began = performance.now();
  let value = await check();
  for (let looked = performance.now(); !value && looked < began + ms; looked = performance.now()) {
    await new Promise((resolve) => setTimeout(resolve, pauseAfter(looked - began)));
    value = await check();
  }
  expect(value, `waited ${ms} ms for ${what}`).toBeTruthy();
  return value as NonNullable<T>;
}

/** A twentieth of the time so far: who waits for long leaves the processor to what is waited for. */
function pauseAfter(waitedMs: number): number {
  return Math.min(Math.max(waitedMs / 20, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);
}
