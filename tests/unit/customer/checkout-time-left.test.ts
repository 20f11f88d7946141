import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { correctTimeLeft } from "@/app/pay/script/time-left";

const LOADED_AT = Date.parse("2026-03-01T12:00:00Z");
const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: LOADED_AT });
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The seconds that a page begins with; the service pads those that it says. */
function loaded(left: number, id = "1") {
  const timer = { dataset: { left: `${left}   ` } };
  correctTimeLeft({ querySelector: () => timer } as unknown as HTMLElement, id);
  return Number(timer.dataset.left);
}

it("a page that was sent earlier has as much time left as has not passed since", () => {
  expect(loaded(1_800)).toBe(1_800);
  vi.setSystemTime(LOADED_AT + 10 * MINUTE);
  expect(loaded(1_800)).toBe(1_200);
  vi.setSystemTime(LOADED_AT + 40 * MINUTE);
  expect(loaded(1_800)).toBe(0);
});

it("also after a newer page of the payment, in another language for example", () => {
  loaded(1_800);
  vi.setSystemTime(LOADED_AT + 10 * MINUTE);
  expect(loaded(1_200)).toBe(1_200);
  vi.setSystemTime(LOADED_AT + 20 * MINUTE);
  expect(loaded(1_800)).toBe(600);
  expect(loaded(1_200)).toBe(600);
});

it("a newer page is right, whatever was done to the clock, and a payment says nothing about another", () => {
  loaded(1_800);
  vi.setSystemTime(LOADED_AT + 600 * MINUTE);
  expect(loaded(1_790)).toBe(1_790);
  vi.setSystemTime(LOADED_AT);
  expect(loaded(1_780)).toBe(1_780);
  expect(loaded(1_790)).toBe(1_780);
  expect(loaded(3_600, "2")).toBe(3_600);
});

it("a clock that was set back gives no more time than the page says", () => {
  loaded(1_800);
  vi.setSystemTime(LOADED_AT - 60 * MINUTE);
  expect(loaded(1_800)).toBe(1_800);
});

it("without storage, or with something else in it, the page begins with what it says", () => {
  vi.stubGlobal("sessionStorage", { getItem: () => "{" });
  expect(loaded(1_800)).toBe(1_800);
  vi.stubGlobal("sessionStorage", undefined);
  expect(loaded(1_800)).toBe(1_800);
});
