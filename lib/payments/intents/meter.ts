import type { paymentIntents } from "@/drizzle/schema";
import type { Environment } from "@/lib/base/context/context";
import { paymentAmounts, payments } from "@/lib/base/process/metrics";
import { decimalFromMicros } from "@/lib/base/values/money";

export type Outcome = "created" | "paid" | "expired" | "cancelled";

type Metered = Pick<typeof paymentIntents.$inferSelect, "amountMicros"> & { environment: Environment };

/** Counts payments and their amounts in the metrics. */
export function meterPayments(outcome: Outcome, intents: readonly Metered[]): void {
  for (const { environment, amountMicros } of intents)
    meterSum(outcome, environment, { count: 1, micros: amountMicros });
}

/** As `meterPayments`, for many payments of one environment. */
export function meterSum(outcome: Outcome, environment: Environment, sum: { count: number; micros: bigint }): void {
  payments().inc({ environment, outcome }, sum.count);
  paymentAmounts().inc({ environment, outcome }, Number(decimalFromMicros(sum.micros)));
}
