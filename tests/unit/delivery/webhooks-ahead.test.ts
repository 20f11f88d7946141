import { describe, expect, it } from "vitest";
import { acceptedSoon, claimableAhead } from "@/lib/delivery/sending/ahead";
import { SCARCE_FROM } from "@/lib/delivery/sending/slots";

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
