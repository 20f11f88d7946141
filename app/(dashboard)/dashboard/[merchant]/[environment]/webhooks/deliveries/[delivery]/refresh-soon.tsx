"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

const LONGEST_S = 600;

/** Reloads the page when the next attempt should be over; in a hidden tab, once it is visible again. */
export function RefreshSoon({ seconds }: { seconds: number }) {
  const router = useRouter();
  useEffect(() => {
    if (seconds > LONGEST_S) return;
    const timer = setTimeout(
      () => {
        if (!document.hidden) return router.refresh();
        document.addEventListener("visibilitychange", () => router.refresh(), { once: true });
      },
      seconds * 1_000 + 1_000,
    );
    return () => clearTimeout(timer);
  }, [seconds, router]);
  return null;
}
