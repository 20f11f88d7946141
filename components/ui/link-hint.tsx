"use client";

import { useLinkStatus } from "next/link";
import { PendingIndicator } from "./pending-indicator";

/** Inside a Next `Link`: marks it while its navigation is pending. */
export function LinkHint() {
  return <PendingIndicator when={useLinkStatus().pending} />;
}
