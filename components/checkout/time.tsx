import { zoneLabel } from "@/components/ui/instant-labels";
import { localTime } from "@/lib/checkout/reader";
import type { View } from "./view";

type Props = { view: View };

const instantOf = ({ checkout }: View) => checkout.endedAt ?? checkout.createdAt;

/** In UTC, until the page's script writes it in the reader's own zone. */
export function LocalTime({ view, iso = instantOf(view) }: Props & { iso?: string }) {
  return (
    <time dateTime={iso} title={iso} data-local={view.locale} className="font-sans">
      <bdi>{localTime(iso, view.locale, "UTC")}</bdi>
    </time>
  );
}

/** In the terminal's zone, for paper. */
export function ZonedTime({ view }: Props) {
  const iso = instantOf(view);
  const { timeZone } = view.checkout;
  return (
    <time dateTime={iso} className="font-sans">
      <bdi>{localTime(iso, view.locale, timeZone, false)}</bdi>, <bdi>{zoneLabel(new Date(iso), timeZone)}</bdi>
    </time>
  );
}
