import { instantLabels } from "@/components/ui/instant-labels";
import { displayAmount, headlineAmount, numberFromMicros } from "@/lib/base/values/money";
import type { OverviewBucket } from "@/lib/payments/reports/overview";

/** An hour or a day of the chart: numbers for its height, texts that are exact. */
export type ChartPoint = {
  /** when it starts; a title can occur twice on the day that the clocks go back */
  id: string;
  step: "hour" | "day";
  /** under the bar */
  label: string;
  /** in the tooltip and the table */
  title: string;
  value: number;
  before: number;
  /** with two decimals */
  headline: string;
  amount: string;
  amountBefore: string;
  paid: number;
};

/** The hours or days that have begun: the chart ends at now. */
export function chartPoints(buckets: OverviewBucket[], zone: string, step: "hour" | "day", now: Date): ChartPoint[] {
  const begun = buckets.filter(({ starts }) => starts <= now);
  return begun.map(({ starts, ends, micros, paid, microsBefore }) => {
    const from = instantLabels(starts.toISOString(), zone);
    const to = instantLabels(ends.toISOString(), zone);
    const [weekday = ""] = from.exact.split(" ");
    return {
      id: starts.toISOString(),
      step,
      label: step === "hour" ? from.time : `${weekday.slice(0, 3)} ${from.shortDate}`,
      title: step === "hour" ? `${from.time}–${to.time}` : `${weekday} ${from.shortDate}`,
      value: numberFromMicros(micros),
      before: numberFromMicros(microsBefore),
      headline: headlineAmount(micros),
      amount: displayAmount(micros),
      amountBefore: displayAmount(microsBefore),
      paid: Number(paid),
    };
  });
}
