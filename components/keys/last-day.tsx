import { Time } from "@/components/ui/time";

/** The last day on which a key works. It ends with that day, as the next one begins. */
export function LastDay({ endsAt, zone, now }: { endsAt: Date; zone: string; now: string }) {
  return <Time iso={new Date(endsAt.getTime() - 1).toISOString()} zone={zone} now={now} form="date" />;
}
