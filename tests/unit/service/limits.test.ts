import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { addressKey } from "@/lib/service/api/limits/address-key";
import { fixedWindow, slidingLog } from "@/lib/service/api/limits/counters";

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
