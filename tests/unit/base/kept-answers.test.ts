import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keptAnswer } from "@/lib/base/process/kept-answers";

beforeEach(() => vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => vi.useRealTimers());

/** A question of its own kind, whose answers are kept for as many seconds as they say. */
function question(answers: (number | Error)[]) {
  const name = randomUUID();
  let asked = 0;
  return {
    asked: () => asked,
    answer: (key = "a") =>
      keptAnswer({
        name,
        key,
        ask: async () => {
          const answer = answers[asked++];
          if (answer instanceof Error) throw answer;
          return answer as number;
        },
        keptMs: (seconds) => seconds * 1_000,
      }),
  };
}

it("many that ask at once and within the time have one answer", async () => {
  const { answer, asked } = question([60, 15]);
  expect(await Promise.all([answer(), answer(), answer()])).toEqual([60, 60, 60]);
  vi.advanceTimersByTime(59_000);
  expect(await answer()).toBe(60);
  expect(asked()).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect(await answer()).toBe(15);
  vi.advanceTimersByTime(15_000);
  expect(await answer()).toBeUndefined();
});

it("each key has an answer of its own", async () => {
  const { answer } = question([60, 61]);
  expect([await answer("a"), await answer("b"), await answer("a")]).toEqual([60, 61, 60]);
});

it("a failure isn't kept", async () => {
  const { answer } = question([new Error("no node"), 60]);
  await expect(answer()).rejects.toThrow("no node");
  expect(await answer()).toBe(60);
});

it("of very many answers the oldest are dropped", async () => {
  const { answer, asked } = question(Array.from({ length: 200 }, () => 60));
  for (let key = 0; key < 100; key++) await answer(String(key));
  await answer("99");
  expect(asked()).toBe(100);
  await answer("0");
  expect(asked()).toBe(101);
});
