"use client";

import type { Route } from "next";
import { usePathname, useRouter } from "next/navigation";
import { createContext, type RefObject, useLayoutEffect, useRef, useTransition } from "react";
import type { Elements } from "./elements";
import { PendingIndicator } from "./pending-indicator";

type Filters = {
  /** the query that was requested last and is still loading, `?status=paid` for example, or null */
  requested: RefObject<string | null>;
  pending: boolean;
  request(query: string): void;
};

export const FiltersContext = createContext<Filters>({
  requested: { current: null },
  pending: false,
  request() {
    throw new Error("filters work only within a FiltersProvider");
  },
});

/**
 * Loads what is chosen in the filters of the pages within. It remembers what is loading, since a filter may be gone by
 * then, as that of a closed sheet is.
 */
export function FiltersProvider({ children }: { children: Elements }) {
  const router = useRouter();
  const path = usePathname();
  const [pending, start] = useTransition();
  const requested = useRef<string | null>(null);

  // the query has loaded, or what replaced it has: a link's page, or the one before
  useLayoutEffect(() => {
    if (!pending) requested.current = null;
  }, [pending]);

  const request = (query: string) => {
    requested.current = query;
    start(() => router.replace(`${path}${query}` as Route, { scroll: false }));
  };
  return (
    <FiltersContext value={{ requested, pending, request }}>
      {children}
      <PendingIndicator when={pending} />
    </FiltersContext>
  );
}
