import { z } from "zod";
import { PeriodText } from "@/lib/base/time/period-text";

const one = z.union([z.string(), z.array(z.string())]).optional();

type Params = Record<string, string | string[] | undefined>;

/** The terminals in a report's address; empty for all. */
export function readReportTerminals(params: Params): string[] {
  return [...new Set([params.terminal ?? []].flat())].filter((id) => z.guid().safeParse(id).success);
}

/**
 * The filter in a report's address. Default: the last seven days; `to` alone means that day, `from` alone until today.
 */
export function readReportFilter(params: Params, today: string) {
  const [from, to] = [parseDay(params.from), parseDay(params.to)];
  const terminals = readReportTerminals(params);
  const weekAgo = new Date(Date.parse(today) - 6 * 86_400_000).toISOString().slice(0, 10);
  if (!from && !to) return { from: weekAgo, to: today, terminals };
  return { from: from ?? (to as string), to: to ?? today, terminals };
}

function parseDay(value: Params[string]): string | undefined {
  const { data } = PeriodText.safeParse([one.parse(value) ?? []].flat()[0]);
  return data?.kind === "day" ? data.text : undefined;
}
