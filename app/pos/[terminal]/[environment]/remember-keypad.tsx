"use client";

import { useEffect } from "react";

const YEAR_SECONDS = 31_536_000;

/** Remembers the keypad in a cookie, so that a cashier who signs in starts there. It authorises nothing. */
export function RememberKeypad({ terminalId, environment }: { terminalId: string; environment: string }) {
  useEffect(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    document.cookie = `till-keypad=${terminalId}/${environment}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  }, [terminalId, environment]);
  return null;
}
