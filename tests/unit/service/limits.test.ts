import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { resetEnv } from "@/lib/base/process/env";
import { addressKey } from "@/lib/service/api/limits/address-key";
import { fixedWindow, slidingLog } from "@/lib/service/api/limits/counters";
import { type LimitName, limitRule } from "@/lib/service/api/limits/rules";

describe("the sliding log", () => {
  it("lets five through and refuses the sixth, for each caller by himself", () => {
    const count = slidingLog(5, 60_000);
    const answers = Array.from({ length: 7 }, () => count("a", 120_000));
    expect(answers.map((answer) => answer.allowed)).toEqual([true, true, true, true, true, false, false]);
    expect(answers.map((answer) => answer.remaining)).toEqual([4, 3, 2, 1, 0, 0, 0]);
    expect(count("b", 120_000).allowed).toBe(true);
  });

  it("never lets more than the limit through in any minute, and lets in who waited as told", () => {
    const count = slidingLog(5, 60_000);
    const admitted: number[] = [];
    const waited: boolean[] = [];
    const pauses = [...createHash("shake256", { outputLength: 500 }).update("pauses").digest()].map(
      (byte) => byte * 35,
    );
    let now = 1_000;
    for (let call = 0; call < 500; call++) {
      const { allowed, resetSeconds } = count("a", now);
      if (!allowed) {
        now += resetSeconds * 1_000;
        waited.push(count("a", now).allowed);
      }
      admitted.push(now);
      now += pauses[call] ?? 0;
    }
    expect(waited.length).toBeGreaterThan(50);
    expect(new Set(waited)).toEqual(new Set([true]));
    const spans = admitted.slice(5).map((at, index) => at - (admitted[index] ?? 0));
    expect(spans).toHaveLength(495);
    expect(Math.min(...spans)).toBeGreaterThanOrEqual(60_000);
  });
});

describe("the fixed window", () => {
  it("opens with the first call and closes as told", () => {
    const count = fixedWindow(2, 1_000);
    expect([count("a", 500), count("a", 900), count("a", 1_400)].map((one) => one.allowed)).toEqual([
      true,
      true,
      false,
    ]);
    expect(count("a", 1_400).resetSeconds).toBe(1);
    expect(count("a", 1_500).allowed).toBe(true);
  });
});

describe("who counts as one caller", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:db8:1:2::9", "2001:db8:1:2"],
    ["2001:0db8:0001:0002::", "2001:db8:1:2"],
    ["::1", "0:0:0:0"],
  ])("%s is %s", (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});

/** Calls, in seconds, whether they are counted in each process alone. */
const LIMITS: Record<LimitName, [number, number, boolean]> = {
  create: [11, 1, true],
  status: [12, 60, true],
  api: [17, 60, false],
  testEvent: [10, 60, false],
  demo: [13, 60, false],
  simulate: [14, 60, false],
  signIn: [15, 60, false],
  signInAddress: [45, 60, false],
  signInAccount: [75, 60, false],
  receiptAddress: [16, 60, false],
  receiptPayment: [3, 3_600, false],
  refundAddress: [10, 3_600, false],
  testNotification: [5, 3_600, false],
  connectTelegram: [30, 3_600, false],
};

describe("a limit", () => {
  it.each(Object.entries(LIMITS).map(([name, limits]) => [name as LimitName, ...limits] as const))(
    "%s lets %i calls through in %i s; counted in each process alone: %s",
    (name, limit, windowSeconds, isFrequent) => {
      Object.assign(process.env, {
        RATE_LIMIT_CREATE_PER_SECOND: "11",
        RATE_LIMIT_STATUS_PER_MINUTE: "12",
        RATE_LIMIT_DEMO_PER_MINUTE: "13",
        RATE_LIMIT_SIMULATE_PER_MINUTE: "14",
        RATE_LIMIT_SIGN_IN_PER_MINUTE: "15",
        RATE_LIMIT_RECEIPT_PER_MINUTE: "16",
        RATE_LIMIT_API_PER_MINUTE: "17",
      });
      resetEnv();
      expect(limitRule(name)).toMatchObject({ limit, windowSeconds, isFrequent });
    },
  );
});
