"use client";

import { useSyncExternalStore } from "react";
import { browserZone } from "@/lib/base/values/intl";

const never = () => () => {};

/** The time zone that this browser is set to; `UTC` until its script runs. */
export function useBrowserZone(): string {
  return useSyncExternalStore(never, browserZone, () => "UTC");
}
