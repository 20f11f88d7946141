import { format, parseISO, startOfISOWeek } from "date-fns";
import { datePresets } from "@/components/ui/date-presets";

/** The spans that a shop closes its books by, up to `today`; weeks begin on Monday. */
export function reportPresets(today: string): { label: string; first: string; last: string }[] {
  const [day, yesterday, , , month, lastMonth] = datePresets(today);
  const week = { label: "This week", first: format(startOfISOWeek(parseISO(today)), "yyyy-MM-dd"), last: today };
  return [day, yesterday, week, month, lastMonth].filter((preset) => preset !== undefined);
}
