"use client";

import { useEffect, useState } from "react";
import { type DashboardParams, pathTo } from "@/components/shell/paths";
import type { FirstSteps } from "@/lib/business/merchants/find-first-steps";
import { poll } from "@/lib/customer/browser/poll";

export type FirstIntent = NonNullable<FirstSteps["intent"]>;

const EVERY_MS = 1_500;

/** Polls for the merchant's first payment until it is paid or over; pauses while the page is hidden. */
export function useFirstIntent(dashboard: DashboardParams, initial: FirstIntent | null): FirstIntent | null {
  const [intent, setIntent] = useState(initial);
  const address = `${pathTo(dashboard)}/welcome/first-steps`;
  const isOver = intent !== null && intent.status !== "pending";

  useEffect(() => {
    if (isOver) return;
    const polling = poll(
      (signal) => ask(address, signal),
      (answer) => answer.ok && setIntent(answer.intent),
      { everyMs: () => EVERY_MS },
    );
    return polling.stop;
  }, [address, isOver]);

  return intent;
}

type Answer = { ok: true; intent: FirstIntent | null } | { ok: false; trouble: { retryAfterSeconds?: number } };

async function ask(address: string, signal: AbortSignal): Promise<Answer> {
  try {
    const response = await fetch(address, { signal });
    if (response.ok) return { ok: true, intent: (await response.json()).intent };
  } catch {
    // no connection, or a page that was left
  }
  return { ok: false, trouble: {} };
}
