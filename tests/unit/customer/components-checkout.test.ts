import { expect, it } from "vitest";
import { actionTroubleLabel } from "@/app/_realtime/trouble-labels";
import { shownStatus } from "@/components/checkout/shown-status";
import { uncountedLabels } from "@/components/checkout/uncounted-labels";
import type { View } from "@/components/checkout/view";
import { en } from "@/lib/customer/checkout/words/en";

it("says what happened, then what to do", () => {
  const limited = { kind: "limited", status: 429, code: "", message: "", retryAfterSeconds: 1 } as const;
  expect(actionTroubleLabel(limited)).toBe("Too many attempts. Try again in 1 second.");
  const refused = { kind: "refused", status: 400, code: "invalid_request", message: "Choose an outcome." } as const;
  expect(actionTroubleLabel(refused)).toBe("Choose an outcome.");
});

it("doesn't repeat the API's words for a payment that has changed or is gone", () => {
  const refused = (code: string, message: string) =>
    actionTroubleLabel({ kind: "refused", status: 409, code, message });
  expect(refused("invalid_transition", "This intent is paid.")).toBe(
    "This outcome isn't possible for this payment now.",
  );
  expect(refused("not_found", "No such intent.")).toBe("This payment no longer exists.");
});

it.each([
  ["expired", "Late payment", /after the deadline/],
  ["cancelled", "Not applied", /after the store cancelled it/],
  ["paid", "Not applied", /after this one was complete/],
] as const)("says why money wasn't applied to a payment that is %s", (status, name, why) => {
  const { name: label, text } = uncountedLabels({ checkout: { status }, words: en } as View);
  expect([label, text]).toEqual([name, expect.stringMatching(why)]);
});

it("tells a part-paid payment from a waiting one", () => {
  expect(shownStatus({ status: "pending", missing: null })).toBe("pending");
  expect(shownStatus({ status: "pending", missing: "6.25" })).toBe("partly");
  expect(shownStatus({ status: "expired", missing: "6.25" })).toBe("expired");
});
