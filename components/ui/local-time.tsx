"use client";

import { useSyncExternalStore } from "react";
import { browserZone } from "@/lib/base/values/intl";
import { instantLabels, zoneLabel } from "./instant-labels";

const never = () => () => {};

/** An instant in the reader's time zone, which is named; in UTC until the script has loaded. */
export function LocalTime({ iso }: { iso: string }) {
  const zone = useSyncExternalStore(never, browserZone, () => "UTC");
  const { date, time } = instantLabels(iso, zone);
  return (
    <time dateTime={iso} title={iso}>
      {`${date}, ${time}, ${zoneLabel(new Date(iso), zone)}`}
    </time>
  );
}
