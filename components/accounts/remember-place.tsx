"use client";

import { useEffect } from "react";
import type { Scope } from "@/components/shell/paths";

const YEAR_SECONDS = 31_536_000;

/** Remembers the merchant and environment in a cookie, so that the dashboard opens there again. It authorises nothing. */
export function RememberPlace({ merchant, environment }: Scope) {
  useEffect(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    document.cookie = `till-place=${merchant}/${environment}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  }, [merchant, environment]);
  return null;
}
