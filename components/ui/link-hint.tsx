"use client";

import { useLinkStatus } from "next/link";
import { OnTheWay } from "@/components/ui/on-the-way";

/** Inside a `Link` of Next's: marks it while its page is on the way. */
export function LinkHint() {
  return <OnTheWay when={useLinkStatus().pending} />;
}
