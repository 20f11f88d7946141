import { instantWords, zoneWords } from "@/components/ui/instant-words";
import type { TakingsRow } from "@/lib/reports/takings";

/** `Sun 1 Mar 2026`: a calendar day, whatever the zone. */
export function dayWords(day: string): string {
  const { exact, date } = instantWords(`${day}T12:00:00Z`, "UTC");
  return `${exact.slice(0, 3)} ${date}`;
}

/** When the days of a report begin: `Days begin at 06:00 in Lisbon (UTC+0).` One sentence for each way, with its terminals. */
export function beginWords(rows: TakingsRow[]): string {
  const ways = new Map<string, Set<string>>();
  for (const row of rows.filter(({ day }) => day === rows.at(-1)?.day)) {
    const way = `at ${instantWords(row.starts.toISOString(), row.zone).time} in ${zoneWords(row.starts, row.zone)}`;
    ways.set(way, (ways.get(way) ?? new Set()).add(row.terminalName));
  }
  const [only] = ways.keys();
  if (ways.size === 1) return `Business days begin ${only}.`;
  const parts = [...ways].map(([way, names]) => `${[...names].join(", ")}: ${way}`);
  return `Business days begin at each terminal's own hour. ${parts.join("; ")}.`;
}
