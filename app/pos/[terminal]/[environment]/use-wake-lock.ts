"use client";

import { useEffect } from "react";

/**
 * Keeps the screen on while `active`, where the browser can. The lock ends when the page is hidden and is taken again.
 */
export function useWakeLock(active: boolean): void {
  useEffect(() => {
    if (!active || !("wakeLock" in navigator)) return;
    const end = new AbortController();
    let lock: WakeLockSentinel | null = null;

    async function take() {
      if (document.hidden || end.signal.aborted || (lock && !lock.released)) return;
      lock = await navigator.wakeLock.request("screen").catch(() => null);
      if (end.signal.aborted) release();
    }
    const release = () => void lock?.release().catch(() => {});

    document.addEventListener("visibilitychange", take, { signal: end.signal });
    take();
    return () => {
      end.abort();
      release();
    };
  }, [active]);
}
