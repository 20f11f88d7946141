import { instantLabels } from "@/components/ui/instant-labels";

/** `1 Mar 2026, 06:00 – 2 Mar 2026, 06:00`: two instants in a zone. */
export function formatExactPeriod(from: string, to: string, zone: string): string {
  return [from, to]
    .map((iso) => {
      const { date, time } = instantLabels(iso, zone);
      return `${date}, ${time}`;
    })
    .join(" – ");
}
