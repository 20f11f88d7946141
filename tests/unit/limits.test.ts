import { describe, expect, it } from "vitest";
import { addressKey } from "@/lib/api/limits/limit";
import { slidingWindow } from "@/lib/api/limits/window";

describe("the sliding window", () => {
  it("lets five through in a minute and refuses the sixth, for each caller by himself", () => {
    const count = slidingWindow(5, 60_000);
    const answers = Array.from({ length: 7 }, () => count("a", 120_000));
    expect(answers.map((answer) => answer.allowed)).toEqual([true, true, true, true, true, false, false]);
    expect(answers.map((answer) => answer.remaining)).toEqual([4, 3, 2, 1, 0, 0, 0]);
    expect(count("b", 120_000).allowed).toBe(true);
  });

  it("has no seam between two windows", () => {
    const count = slidingWindow(5, 60_000);
    for (let i = 0; i < 5; i++) count("a", 59_999);
    expect(count("a", 60_001).allowed).toBe(false);
    expect(count("a", 60_000 + 30_000).allowed).toBe(true);
  });

  it("is open again after two windows, and says when it makes sense to come back", () => {
    const count = slidingWindow(1, 60_000);
    count("a", 0);
    expect(count("a", 15_000)).toMatchObject({ allowed: false, resetSeconds: 45 });
    expect(count("a", 120_000).allowed).toBe(true);
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
