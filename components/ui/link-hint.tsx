"use client";

import { useLinkStatus } from "next/link";
import { PendingIndicator } from "@/components/ui/pending-indicator";

/** Inside a `Link` of Next's: marks it while its page is on the way. */
export function LinkHint() {
  return <PendingIndicator when={useLinkStatus().pending} />;
}
