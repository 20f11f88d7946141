import { describe, expect, it } from "vitest";
import { claimLimit, MAX_CLAIMED, SCARCE_FROM, SLOTS_HEALTHY, slotsOfEach } from "@/lib/delivery/sending/slots";

describe("the slots of each endpoint of a merchant", () => {
  it.each([
    // claimed in all, of them the merchant's, slots
    [0, 0, 32],
    [SCARCE_FROM, SCARCE_FROM, 32],
    [600, 600, 15],
    [700, 700, 1],
    [820, 820, 1],
    [920, 920, 0],
    [820, 0, 25],
    [1_000, 0, 3],
    [1_000, 40, 1],
    [1_000, 200, 0],
    [MAX_CLAIMED - 1, 0, 1],
    [MAX_CLAIMED, 0, 0],
  ])("with %i claimed, %i of them its own, are %i", (claimed, taken, slots) => {
    expect(slotsOfEach(claimed, taken)).toBe(slots);
  });

  it("are all, however they are taken, while half of the claims are free", () => {
    for (let claimed = 0; claimed <= SCARCE_FROM; claimed++) expect(slotsOfEach(claimed, claimed)).toBe(SLOTS_HEALTHY);
  });
});

describe("the most that one statement claims", () => {
  it.each([
    [0, 256],
    [384, 256],
    [500, 140],
    [SCARCE_FROM, 128],
    [900, 31],
    [MAX_CLAIMED - 1, 1],
  ])("with %i claimed is %i", (claimed, most) => {
    expect(claimLimit(claimed)).toBe(most);
  });

  it("never exceeds what is left", () => {
    for (let claimed = 0; claimed < MAX_CLAIMED; claimed++) {
      expect(claimed + claimLimit(claimed)).toBeLessThanOrEqual(MAX_CLAIMED);
    }
  });
});
