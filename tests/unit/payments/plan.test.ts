import { expect, it } from "vitest";
import type { Settings } from "@/lib/base/context/settings";
import { expiryOf, planIntent } from "@/lib/payments/intents/plan";

const settings = { checkoutScheme: "till" } as Settings;
const needed = {
  id: "i1",
  merchantId: "m1",
  terminalId: "t1",
  environment: "sandbox" as const,
  amountMicros: 5n,
  lifeSeconds: 90,
};

it("a plan has nothing that the caller may add, unless it was given", () => {
  const nothing = { keyId: null, recalled: null, autoCompleteMs: null, idempotency: null };
  const empty = { quote: null, reference: null, metadata: null, successUrl: null, cancelUrl: null };
  expect(planIntent(settings, needed)).toEqual({
    ...needed,
    checkoutUri: "till:pay?intent=i1",
    ...nothing,
    ...empty,
  });
  const given = { keyId: "k1", autoCompleteMs: 50, reference: "r", metadata: { a: "b" }, successUrl: "s" };
  expect(planIntent(settings, { ...needed, ...given })).toMatchObject({ ...given, cancelUrl: null });
});

it("a payment expires its lifetime after its creation", () => {
  expect(expiryOf(needed, new Date("2026-03-01T12:00:00.250Z"))).toEqual(new Date("2026-03-01T12:01:30.250Z"));
});
