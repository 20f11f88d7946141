import { describe, expect, it } from "vitest";
import { CONFIRMATIONS_REQUIRED, type ProgressFacts, progressOf } from "@/lib/payments/page/progress";

const waiting: ProgressFacts = {
  status: "pending",
  amountMicros: 10_000_000n,
  toleranceMicros: 0n,
  receivedMicros: 0n,
  uncountedMicros: 0n,
  sightedMicros: 0n,
  sightedBlocks: 0,
  secondsLeft: 1_799.2,
};
const progress = (facts: Partial<ProgressFacts>) => progressOf({ ...waiting, ...facts });

describe("the progress of a payment", () => {
  it("of which nothing is known says that all is missing, in whole seconds to go", () => {
    expect(progress({})).toEqual({
      status: "pending",
      received_usdt: 0,
      missing_usdt: 10,
      to_send_usdt: 10,
      confirming: null,
      uncounted: false,
      expires_in_seconds: 1_800,
    });
  });

  it("asks for what is neither received nor detected, within the tolerance for nothing, after the end for nothing", () => {
    const toSend = (facts: Partial<ProgressFacts>) => progress(facts).to_send_usdt;
    expect(toSend({ receivedMicros: 4_000_000n, sightedMicros: 1_500_000n })).toBe(4.5);
    expect(toSend({ toleranceMicros: 500_000n, sightedMicros: 9_500_000n })).toBe(0);
    expect(toSend({ status: "expired", receivedMicros: 4_000_000n })).toBe(0);
  });

  it.each([
    ["nothing", 0n, 0n, 10],
    ["a part", 0n, 4_000_000n, 6],
    ["all but a millionth", 0n, 9_999_999n, 0.000001],
    ["all", 0n, 10_000_000n, 0],
    ["more than all", 0n, 11_000_000n, 0],
    [
      "less than the tolerance allows: the whole rest is missing, not the rest up to the tolerance",
      500_000n,
      9_499_999n,
      0.500001,
    ],
    ["just as much as the tolerance allows", 500_000n, 9_500_000n, 0],
    ["nothing, of an amount below the tolerance", 20_000_000n, 0n, 0],
  ])("missing after %s", (_what, toleranceMicros, receivedMicros, missing) => {
    expect(progress({ toleranceMicros, receivedMicros }).missing_usdt).toBe(missing);
  });

  it.each([
    ["not seen", 0n, 5, null],
    ["seen in the youngest block", 4_000_000n, 1, 1],
    ["seen on a head that is behind it", 4_000_000n, -3, 0],
    ["one block short of final", 4_000_000n, 18, 18],
    ["final, and not in the books yet", 4_000_000n, 19, 19],
    ["long final, and not in the books yet", 4_000_000n, 200, 19],
  ])("confirming what is %s", (_what, sightedMicros, sightedBlocks, confirmations) => {
    const { confirming } = progress({ sightedMicros, sightedBlocks });
    const shown = confirmations === null ? null : { confirmations, required: CONFIRMATIONS_REQUIRED, amount_usdt: 4 };
    expect(confirming).toEqual(shown);
  });

  it("what is being confirmed has not been received and is still missing", () => {
    const seen = progress({ receivedMicros: 1_000_000n, sightedMicros: 9_000_000n, sightedBlocks: 3 });
    expect([seen.received_usdt, seen.missing_usdt, seen.confirming?.amount_usdt]).toEqual([1, 9, 9]);
  });

  it.each(["paid", "expired", "cancelled"] as const)(
    "an intent that is %s confirms nothing and waits no more",
    (status) => {
      const ended = progress({ status, sightedMicros: 4_000_000n, sightedBlocks: 4, uncountedMicros: 1n });
      expect(ended).toMatchObject({ status, confirming: null, expires_in_seconds: 0, uncounted: true });
    },
  );

  it("a pending one whose time is over has no second left", () => {
    expect(progress({ secondsLeft: -42.7 }).expires_in_seconds).toBe(0);
    expect(progress({ secondsLeft: 0.001 }).expires_in_seconds).toBe(1);
  });

  it("the largest amount is exact", () => {
    const most = progress({ amountMicros: 999_999_999_999_999n, receivedMicros: 1n });
    expect([most.received_usdt, most.missing_usdt]).toEqual([0.000001, 999_999_999.999998]);
  });
});
