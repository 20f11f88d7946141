import { format, parseISO, startOfISOWeek } from "date-fns";
import { datePresets } from "@/components/ui/date-presets";
import { reportsMessages } from "@/lib/messages/en/reports";

/** The usual periods of a report, up to `today`; weeks begin on Monday. */
export function reportPresets(today: string): { label: string; first: string; last: string }[] {
  const [day, yesterday, , , month, lastMonth] = datePresets(today);
  const week = {
    label: reportsMessages.thisWeek,
    first: format(startOfISOWeek(parseISO(today)), "yyyy-MM-dd"),
    last: today,
  };
  return [day, yesterday, week, month, lastMonth].filter((preset) => preset !== undefined);
}
