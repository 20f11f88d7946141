"use client";

import type { ReactNode } from "react";
import { uiMessages } from "@/lib/messages/en/ui";
import { Button } from "./button";
import { PendingIndicator } from "./pending-indicator";
import { useFilters } from "./use-filters";

type Props = {
  /** the URL parameters that "Clear all" removes */
  names: string[];
  children: ReactNode;
};

/** The filters above a list. Their values are in the URL, so a filtered list can be shared as a link. */
export function FilterBar({ names, children }: Props) {
  const { params, change, pending } = useFilters();
  const some = names.some((name) => params.has(name));
  return (
    <search className="flex flex-wrap items-center gap-2" aria-label={uiMessages.filters.label}>
      {children}
      {some && (
        <Button
          look="ghost"
          size="small"
          busy={pending}
          onClick={() => change(Object.fromEntries(names.map((name) => [name, null])))}
        >
          {uiMessages.filters.clear}
        </Button>
      )}
      <PendingIndicator when={pending} />
    </search>
  );
}
