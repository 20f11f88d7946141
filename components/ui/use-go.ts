"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useCallback, useTransition } from "react";

/** Navigates within the app from a script, with `pending` meanwhile; for controls that are not links. */
export function useGo() {
  const router = useRouter();
  const [pending, start] = useTransition();
  const go = useCallback((href: Route) => start(() => router.push(href)), [router]);
  return { go, pending };
}
