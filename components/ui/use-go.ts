"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useCallback, useTransition } from "react";

/** Goes to an address of ours from a script, and says so meanwhile; for what is no link on the page. */
export function useGo() {
  const router = useRouter();
  const [pending, start] = useTransition();
  const go = useCallback((href: Route) => start(() => router.push(href)), [router]);
  return { go, pending };
}
