"use client";

import { useEffect, useState } from "react";
import { type Place, pathTo } from "@/components/shell/paths";

export type FirstIntent = { id: string; amount: string; status: string };

const EVERY_MS = 1_500;

/** Polls for the merchant's first payment until it exists; pauses while the page is hidden. */
export function useFirstIntent(place: Place, initial: FirstIntent | null): FirstIntent | null {
  const [intent, setIntent] = useState(initial);
  const address = `${pathTo(place)}/welcome/first-steps`;
  const found = intent !== null;

  useEffect(() => {
    if (found) return;
    const stop = new AbortController();
    const look = async () => {
      if (document.hidden) return;
      const answer = await fetch(address, { signal: stop.signal });
      if (answer.ok) setIntent((await answer.json()).intent);
    };
    const timer = setInterval(() => look().catch(() => {}), EVERY_MS);
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [address, found]);

  return intent;
}
