"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { whenReachable } from "@/lib/customer/browser/when-reachable";

const LONGEST_S = 600;

/** Reloads the page when the next attempt should be over; in a hidden tab, once it is visible again. */
export function RefreshSoon({ seconds }: { seconds: number }) {
  const router = useRouter();
  useEffect(() => {
    if (seconds > LONGEST_S) return;
    const reach = whenReachable(() => router.refresh());
    const timer = setTimeout(reach.ask, seconds * 1_000 + 1_000);
    return () => {
      clearTimeout(timer);
      reach.stop();
    };
  }, [seconds, router]);
  return null;
}
