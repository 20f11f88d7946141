"use client";

import type { Route } from "next";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useTransition } from "react";

/** Reads and changes the filter in the URL. Any change goes back to the first page. */
export function useFilters() {
  const router = useRouter();
  const path = usePathname();
  const params = useSearchParams();
  const [pending, start] = useTransition();

  const change = (changes: Record<string, string | string[] | null>) => {
    const next = withFilters(params, changes);
    start(() => router.replace(`${path}${next}` as Route, { scroll: false }));
  };
  return { params, change, pending };
}

const CURSORS = ["cursor", "before", "after", "page"];

/** The query with some parameters set, repeated for a list, or removed; without any cursor. */
export function withFilters(params: URLSearchParams, changes: Record<string, string | string[] | null>) {
  const next = new URLSearchParams(params);
  for (const name of [...CURSORS, ...Object.keys(changes)]) next.delete(name);
  for (const [name, value] of Object.entries(changes)) {
    for (const one of [value ?? []].flat()) if (one !== "") next.append(name, one);
  }
  const query = next.toString();
  return query === "" ? "" : `?${query}`;
}
