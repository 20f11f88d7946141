import { expect, it } from "vitest";
import { paymentStatus } from "@/components/payments/payment-labels";

const [PARTIAL, OVER, LATE] = [1, 2, 4];

it.each([
  ["pending", 0n, 0, "Pending"],
  ["pending", 5n, PARTIAL, "Partially paid"],
  ["pending", 0n, LATE, "Pending · Late payment"],
  ["paid", 10n, 0, "Paid"],
  ["paid", 11n, OVER, "Paid · Overpaid"],
  ["expired", 0n, 0, "Expired"],
  ["expired", 5n, PARTIAL | LATE, "Expired · Partially paid · Late payment"],
  ["cancelled", 0n, LATE, "Cancelled · Late payment"],
] as const)("%s with %s received and flags %i is named %s", (status, receivedMicros, flags, label) => {
  expect(paymentStatus({ status, receivedMicros, flags }).label).toBe(label);
});
