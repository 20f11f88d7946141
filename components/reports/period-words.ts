import { instantWords } from "@/components/ui/instant-labels";

/** `1 Mar 2026, 06:00 – 2 Mar 2026, 06:00`: two instants in a zone. */
export function exactPeriodWords(from: string, to: string, zone: string): string {
  return [from, to]
    .map((iso) => {
      const { date, time } = instantWords(iso, zone);
      return `${date}, ${time}`;
    })
    .join(" – ");
}
