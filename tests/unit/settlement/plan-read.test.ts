import { describe, expect, it } from "vitest";
import { planRead, wayAfterRefusal } from "@/lib/settlement/watcher/plan-read";

const cursor = (block: number, finalized: number, head: number | null) => ({
  block: { number: block },
  finalized: { number: finalized },
  head: head === null ? null : { number: head },
});
const LIMITS = { blocks: 4_999, mostBlocks: 4_999 };

describe("a pass reads up to where the final block can be", () => {
  it.each([
    // cursor, final block and newest block of the last pass, seconds since, read up to
    [1_000, 1_000, 1_018, 3, 1_003],
    [1_000, 1_000, 1_018, 0, 1_002],
    [1_000, 1_000, 1_018, -60, 1_002],
    [1_000, 1_000, 1_018, 600, 1_018],
    [1_000, 1_000, null, 3, 1_000],
    [1_000, 1_500, 1_518, 3, 1_503],
  ])("from %i, final %i, newest %s, %i s later: %i", (block, finalized, head, seconds, toBlock) => {
    const circumstances = { sinceMs: seconds * 1_000, isApart: false, limits: LIMITS };
    expect(planRead("onward", cursor(block, finalized, head), circumstances).toBlock).toBe(toBlock);
  });

  it("and no further than the limit, nor back", () => {
    const limits = { ...LIMITS, blocks: 100 };
    const far = planRead("onward", cursor(1_000, 9_000, 9_018), { sinceMs: 0, isApart: false, limits });
    expect(far).toEqual({ way: "apart", toBlock: 1_100 });
    const ahead = planRead("onward", cursor(1_000, 990, 1_018), { sinceMs: 0, isApart: true, limits });
    expect(ahead).toEqual({ way: "apart", toBlock: 1_000 });
  });

  it("a minute before the last final block where answers may come from different backends", () => {
    const plan = planRead("onward", cursor(900, 1_000, 1_018), { sinceMs: 3_000, isApart: true, limits: LIMITS });
    expect(plan).toEqual({ way: "apart", toBlock: 980 });
  });
});

describe("one question covers all blocks up to the newest", () => {
  const wayOf = (head: number | null, mostBlocks: number) =>
    planRead("onward", cursor(1_000, 1_000, head), {
      sinceMs: 3_000,
      isApart: false,
      limits: { ...LIMITS, mostBlocks },
    }).way;

  it.each([
    // newest block of the last pass, most blocks of a question, way
    [1_018, 4_999, "onward"],
    [1_018, 23, "onward"],
    [1_018, 22, "apart"],
    [1_100, 99, "apart"],
    [1_000, 4_999, "apart"],
    [null, 4_999, "apart"],
  ])("newest %s, at most %i blocks: %s", (head, mostBlocks, way) => {
    expect(wayOf(head, mostBlocks)).toBe(way);
  });

  it("only if that is wanted", () => {
    for (const way of ["apart", "inParts"] as const) {
      const circumstances = { sinceMs: 3_000, isApart: false, limits: LIMITS };
      expect(planRead(way, cursor(1_000, 1_000, 1_018), circumstances).way).toBe(way);
    }
  });
});

it.each([
  ["onward", true, "apart"],
  ["onward", false, "apart"],
  ["apart", true, "apart"],
  ["apart", false, "inParts"],
] as const)("after a refusal of %s, with a smaller question %s, follows %s", (way, isSmaller, next) => {
  expect(wayAfterRefusal(way, isSmaller)).toBe(next);
});
