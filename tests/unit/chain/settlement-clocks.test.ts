import { describe, expect, it } from "vitest";
import { requireBlockTimes } from "@/lib/chain/nodes/block-times";
import { clockSkewSeconds, clockSkewText, judgeClocks, looksBehind } from "@/lib/chain/nodes/clocks";

const NOW = Date.parse("2026-03-01T12:00:00Z");
const at = (seconds: number) => new Date(NOW + seconds * 1_000);

describe("the clocks of chain and database", () => {
  /** The newest block is of `head` seconds from now; the one before was of `before`, heard of at `heardAt`. */
  const skew = (
    head: number,
    before: { head: number; heardAt: number; number?: number } | null,
    known = null as null | number,
  ) =>
    clockSkewSeconds({
      known: before && { number: before.number ?? 99, time: at(before.head), at: at(before.heardAt) },
      knownSkewSeconds: known,
      heard: { number: 100, time: at(head) },
      asked: { from: at(0), to: at(1) },
      toleranceMs: 30_000,
    });

  it.each<[string, Parameters<typeof skew>, number | null]>([
    ["agree at a block that came just now", [-2, { head: -8, heardAt: -6 }], null],
    ["agree at the edge, the database's behind", [31, null], null],
    ["agree at the edge, the database's ahead, whatever was found before", [-30, null, -40], null],
    ["differ at once, when the block is from the future", [32, null], 31],
    ["differ by minutes, the database's behind", [181, null], 180],
    ["differ, the database's ahead: two blocks in a row are as old", [-180, { head: -188, heardAt: -6 }], -180],
    ["cannot be told from a single old block", [-180, null], null],
    ["cannot be told while the chain stands still", [-180, { head: -180, heardAt: -6, number: 100 }], null],
    ["cannot be told while a node catches up", [-180, { head: -386, heardAt: -6 }], null],
    ["cannot be told from the first block after a pause", [-40, { head: -190, heardAt: -187 }], null],
    ["still differ while the chain stands still", [-180, { head: -180, heardAt: -6, number: 100 }, -175], -175],
    ["differ, if two blocks in a row are almost as old", [-180, { head: -176, heardAt: -6 }], -170],
    ["cannot be told if one is older by more", [-180, { head: -175, heardAt: -6 }], null],
    ["cannot be told if the one before was as old as may be", [-38, { head: -36, heardAt: -6 }], null],
    ["agree again with the first block that says so", [-3, { head: -188, heardAt: -6 }, -180], null],
    ["were put right, and then the chain stood still", [-31, { head: -31, heardAt: 0, number: 100 }, 180], null],
  ])("%s", (_, given, expected) => {
    expect(skew(...given)).toBe(expected);
  });

  it("are told apart in words", () => {
    expect([clockSkewText(31), clockSkewText(119), clockSkewText(120), clockSkewText(-180)]).toEqual([
      "The database's clock is 31 seconds behind the blockchain's.",
      "The database's clock is 119 seconds behind the blockchain's.",
      "The database's clock is 2 minutes behind the blockchain's.",
      "The database's clock is 3 minutes ahead of the blockchain's.",
    ]);
  });
});

it("a node looks behind if its newest block is older than final blocks are, beyond the tolerance", () => {
  const behind = (seconds: number) =>
    looksBehind({ heard: { number: 1, time: at(-seconds) }, asked: { from: at(0), to: at(5) }, toleranceMs: 30_000 });
  expect([0, 89, 90, 91].map(behind)).toEqual([false, false, false, true]);
});

describe("the blocks of one provider", () => {
  const block = (number: number, seconds: number) => ({ number, time: at(seconds) });

  it.each([
    ["three seconds each", [block(100, 0), block(101, 3), block(120, 60)]],
    ["as close as whole seconds allow, in any order", [block(103, 3), block(100, 0), block(101, 1)]],
    ["the same one twice", [block(100, 0), block(100, 0)]],
    ["none", []],
  ])("may be %s", (_, blocks) => {
    expect(() => requireBlockTimes("node.example", blocks)).not.toThrow();
  });

  it.each([
    ["as old as its parent", [block(100, 0), block(101, 0)]],
    ["older than its parent", [block(100, 0), block(101, -1)]],
    ["so young that some between would be as old as theirs", [block(100, 0), block(110, 9)]],
    ["of two times", [block(100, 0), block(100, 3)]],
  ])("are refused when one is %s", (_, blocks) => {
    expect(() => requireBlockTimes("node.example", blocks)).toThrow(expect.objectContaining({ kind: "bad_time" }));
  });
});

describe("of a block and a clock, a second provider tells which is wrong", () => {
  const TOLERANCE_MS = 30_000;
  const far = { aheadMs: 0, isFarAhead: true };
  const at = (aheadSeconds: number) => ({ aheadMs: aheadSeconds * 1_000, isFarAhead: false });
  it.each([
    // the first provider's skew in seconds, the second provider's newest block, verdict
    [null, null, "agreed"],
    [null, at(0), "agreed"],
    [null, at(-600), "agreed"],
    [null, far, "behind"],
    [-31, null, "agreed"],
    [-90, null, "agreed"],
    [-91, null, "skewed"],
    [-60, far, "behind"],
    [-60, at(-30), "agreed"],
    [-60, at(-31), "skewed"],
    [-600, at(0), "agreed"],
    [-600, at(-600), "skewed"],
    [-600, far, "behind"],
    [40, null, "unconfirmed"],
    [40, at(30), "badTime"],
    [40, at(31), "skewed"],
    [40, at(-600), "badTime"],
    [40, far, "behind"],
  ] as const)("skew %s, second %j: %s", (skewSeconds, second, verdict) => {
    expect(judgeClocks(skewSeconds, second, TOLERANCE_MS)).toBe(verdict);
  });
});
