import type { Transaction } from "@/lib/base/db/client";
import { dayEnds } from "@/lib/payments/reports/day-ends";
import { periodAfter } from "@/lib/payments/reports/mail-schedule";

/** What is recorded last in a month is booked by then. */
const BOOKED_AFTER_MS = 3_600_000;

/** When the month after the one that ends with `sentThrough` is sent: an hour after its end on every clock. */
export async function nextMailAt(
  tx: Transaction,
  { merchantId, sentThrough }: { merchantId: string; sentThrough: string },
): Promise<Date> {
  const ends = await dayEnds(tx, { merchantId, day: periodAfter("monthly", sentThrough).to });
  return new Date(ends.getTime() + BOOKED_AFTER_MS);
}
