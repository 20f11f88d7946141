import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { poll } from "@/lib/customer/browser/poll";

const ok = { ok: true } as const;
const failed = { ok: false, trouble: {} } as const;

let page: EventTarget & { hidden: boolean };
let network: EventTarget;

beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { hidden: false });
  network = new EventTarget();
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", network);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("asks every two seconds, less often after failures, and never again once stopped", async () => {
  const answers = [ok, failed, failed, ok];
  const asked: number[] = [];
  const began = Date.now();
  const polling = poll(
    async () => {
      asked.push((Date.now() - began) / 1_000);
      return answers[asked.length - 1] ?? ok;
    },
    () => asked.length === 5 && polling.stop(),
  );
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual([2, 4, 6, 10, 12]);
});

it("pauses while the page is hidden and asks at once when it is visible or the network is back", async () => {
  const ask = vi.fn(async () => ok);
  const polling = poll(ask, () => {});
  page.hidden = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(0);
  page.hidden = false;
  page.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(0);
  network.dispatchEvent(new Event("online"));
  expect(ask).toHaveBeenCalledTimes(2);
  polling.stop();
  network.dispatchEvent(new Event("online"));
  expect(ask).toHaveBeenCalledTimes(2);
});

it("asks at once and while hidden where the caller needs the answer", async () => {
  page.hidden = true;
  const ask = vi.fn(async () => ok);
  const polling = poll(ask, () => {}, { now: true, whileHidden: true });
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(ask).toHaveBeenCalledTimes(2);
  polling.stop();
});
