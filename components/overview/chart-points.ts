import { instantLabels } from "@/components/ui/instant-labels";
import { displayAmount, numberFromMicros } from "@/lib/money";
import type { OverviewBucket } from "@/lib/reports/overview";

/** An hour or a day of the chart: numbers for its height, texts that are exact. */
export type ChartPoint = {
  step: "hour" | "day";
  /** under the bar */
  label: string;
  /** in the tooltip and the table */
  title: string;
  value: number;
  /** null for the future */
  before: number | null;
  amount: string;
  amountBefore: string;
  paid: number;
};

export function chartPoints(buckets: OverviewBucket[], zone: string, step: "hour" | "day", now: Date): ChartPoint[] {
  return buckets.map(({ starts, ends, micros, paid, microsBefore }) => {
    const from = instantLabels(starts.toISOString(), zone);
    const to = instantLabels(ends.toISOString(), zone);
    const [weekday = ""] = from.exact.split(" ");
    return {
      step,
      label: step === "hour" ? from.time : `${weekday.slice(0, 3)} ${from.shortDate}`,
      title: step === "hour" ? `${from.time}–${to.time}` : `${weekday} ${from.shortDate}`,
      value: numberFromMicros(micros),
      before: starts > now ? null : numberFromMicros(microsBefore),
      amount: displayAmount(micros),
      amountBefore: displayAmount(microsBefore),
      paid: Number(paid),
    };
  });
}
