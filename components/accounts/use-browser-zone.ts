"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};

/** The time zone that this browser is set to; `UTC` until its script runs. */
export function useBrowserZone(): string {
  return useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC",
    () => "UTC",
  );
}
