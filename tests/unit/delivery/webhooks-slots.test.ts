import { describe, expect, it } from "vitest";
import {
  acceptedSoon,
  claimableAhead,
  claimLimit,
  type Held,
  MAX_ENDPOINTS,
  MAX_MORE,
  SCARCE_FROM,
  SLOTS_HEALTHY,
  slotsOfEach,
} from "@/lib/delivery/sending/slots";

const NOTHING: Held = { endpoints: 0, more: 0 };

describe("the slots of each endpoint of a merchant", () => {
  it.each([
    // beyond the first of each endpoint: in all, of them the merchant's, slots
    [0, 0, 32],
    [SCARCE_FROM, SCARCE_FROM, 32],
    [600, 600, 16],
    [700, 700, 1],
    [820, 0, 26],
    [1_000, 0, 4],
    [1_000, 40, 1],
    [MAX_MORE, 0, 1],
    [MAX_MORE + 10, 900, 1],
  ])("with %i held beyond their first ones, %i of them its own, are %i", (all, own, slots) => {
    expect(slotsOfEach({ endpoints: 30, more: all }, { endpoints: 3, more: own })).toBe(slots);
  });

  it.each([
    // endpoints that hold something: in all, of them the merchant's, slots
    [1_023, 1_023, 32],
    [1_024, 1_024, 0],
    [2_000, 47, 32],
    [2_000, 48, 0],
    [2_048, 1, 0],
    [MAX_ENDPOINTS - 1, 0, 32],
    [MAX_ENDPOINTS, 0, 0],
  ])("with %i endpoints that hold something, %i of them its own, are %i", (all, own, slots) => {
    expect(slotsOfEach({ endpoints: all, more: 0 }, { endpoints: own, more: 0 })).toBe(slots);
  });

  it("are all, however they are taken, until half of what endpoints may hold beyond their first ones is", () => {
    for (let more = 0; more <= SCARCE_FROM; more++) {
      expect(slotsOfEach({ endpoints: 20, more }, { endpoints: 20, more })).toBe(SLOTS_HEALTHY);
    }
  });
});

describe("the most that one statement claims", () => {
  it.each([
    // endpoints that hold something, held beyond their first ones, most
    [0, 0, 256],
    [20, 384, 256],
    [20, 500, 140],
    [20, SCARCE_FROM, 128],
    [20, 900, 31],
    [20, MAX_MORE - 8, 2],
    [20, MAX_MORE - 7, 256],
    [1_948, 0, 25],
    [2_047, 0, 1],
    [2_048, 0, 16],
    [MAX_ENDPOINTS - 1, 900, 1],
    [MAX_ENDPOINTS, 0, 0],
  ])("with %i endpoints and %i more is %i", (endpoints, more, most) => {
    expect(claimLimit({ endpoints, more })).toBe(most);
  });
});

describe("beside endpoints that never answer, an endpoint that holds nothing has a slot:", () => {
  describe.each(["at once", "one part of the merchants after another"])("due %s,", (order) => {
    it.each([
      // merchants, endpoints of each
      [1, 1_000],
      [3, 400],
      [12, 4],
      [128, 4],
      [300, 1],
      [250, 500],
      [100, 10_000],
      [3_000, 1],
    ])("of %i merchants with %i each", (merchants, endpoints) => {
      const held = claimAll({ merchants, endpoints, isAtOnce: order === "at once" });
      expect(held.all.endpoints).toBeLessThan(MAX_ENDPOINTS);
      expect(held.all.more).toBeLessThanOrEqual(MAX_MORE);
      expect(claimLimit(held.all)).toBeGreaterThan(0);
      expect(slotsOfEach(held.all, NOTHING)).toBeGreaterThan(0);
    });

    it("one of the same merchant as up to a thousand others", () => {
      const { all, merchants } = claimAll({ merchants: 1, endpoints: 1_000, isAtOnce: order === "at once" });
      expect(all.endpoints).toBe(1_000);
      expect(slotsOfEach(all, merchants[0] ?? NOTHING)).toBeGreaterThan(0);
    });
  });
});

describe("deliveries claimed ahead of an endpoint's free slots", () => {
  it.each([
    [undefined, 0],
    [0, 96],
    [5, 96],
    [50, 64],
    [320, 10],
    [5_000, 0],
  ])("at a pace of %s ms are %i", (pace, most) => {
    expect(acceptedSoon(pace)).toBe(most);
  });

  it("are none once claims are scarce, which leaves the rest to endpoints with free slots", () => {
    expect(claimableAhead(5, SCARCE_FROM - 1)).toBe(96);
    expect(claimableAhead(5, SCARCE_FROM)).toBe(0);
  });
});

/** Claims for endpoints with endless backlogs as the dispatcher does, until nothing more can be claimed. */
function claimAll(given: { merchants: number; endpoints: number; isAtOnce: boolean }) {
  const all = { ...NOTHING };
  const merchants = Array.from({ length: given.merchants }, () => ({
    ...NOTHING,
    taken: Array.from({ length: given.endpoints }, () => 0),
  }));

  /** Returns how many it claimed: first of merchants, then of endpoints, that hold least. */
  function claim(due: typeof merchants, limit: number): number {
    let left = limit;
    const shares = due
      .map((merchant) => ({ merchant, slots: slotsOfEach(all, merchant), held: merchant.endpoints + merchant.more }))
      .sort((a, b) => a.held - b.held);
    for (const { merchant, slots } of shares) {
      if (slots === 0) continue;
      const order = merchant.taken.map((taken, n) => ({ taken, n })).sort((a, b) => a.taken - b.taken);
      for (const { taken, n } of order) {
        const claimed = Math.max(0, Math.min(slots - taken, left));
        const opened = taken === 0 && claimed > 0 ? 1 : 0;
        for (const one of [all, merchant]) {
          one.endpoints += opened;
          one.more += claimed - opened;
        }
        merchant.taken[n] = taken + claimed;
        left -= claimed;
        if (left === 0) return limit;
      }
    }
    return limit - left;
  }

  const step = given.isAtOnce ? given.merchants : Math.ceil(given.merchants / 250);
  for (let count = step; count < given.merchants + step; count += step) {
    const due = merchants.slice(0, count);
    for (let limit = claimLimit(all); limit > 0 && claim(due, limit) === limit; ) limit = claimLimit(all);
  }
  return { all, merchants };
}
