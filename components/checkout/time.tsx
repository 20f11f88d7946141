import { zoneLabel } from "@/components/ui/instant-labels";
import type { Locale } from "@/lib/customer/checkout/locales";
import { localTime } from "@/lib/customer/checkout/reader";
import type { View } from "./view";

type Props = { iso: string; locale: Locale };

/** In UTC, until the page's script writes it in the reader's own zone. */
export function LocalTime({ iso, locale }: Props) {
  return (
    <time dateTime={iso} title={iso} data-local={locale} className="font-sans">
      <bdi>{localTime(iso, locale, "UTC")}</bdi>
    </time>
  );
}

/** In the terminal's zone, for paper. */
export function ZonedTime({ iso, locale, timeZone }: Props & { timeZone: string }) {
  return (
    <time dateTime={iso} className="font-sans">
      <bdi>{localTime(iso, locale, timeZone, false)}</bdi>, <bdi>{zoneLabel(new Date(iso), timeZone)}</bdi>
    </time>
  );
}

/** When the payment was paid or ended, or else created. */
export const momentOf = ({ checkout }: View) => checkout.endedAt ?? checkout.createdAt;
