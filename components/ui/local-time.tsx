"use client";

import { useSyncExternalStore } from "react";
import { browserZone, dateTimeFormat } from "@/lib/intl";

const OPTIONS: Intl.DateTimeFormatOptions = {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZoneName: "short",
};

const never = () => () => {};

/** An instant in the reader's time zone, which is named; in UTC until the script has loaded. */
export function LocalTime({ iso }: { iso: string }) {
  const zone = useSyncExternalStore(never, browserZone, () => "UTC");
  const words = dateTimeFormat("en-GB", { ...OPTIONS, timeZone: zone })?.format(new Date(iso)) ?? iso;
  return (
    <time dateTime={iso} title={iso}>
      {words}
    </time>
  );
}
