"use client";

import { SlidersHorizontal } from "lucide-react";
import { uiMessages } from "@/lib/service/messages/en/ui";
import { Button } from "./button";
import { Drawer } from "./drawer";
import type { Elements } from "./elements";
import { useFilters } from "./use-filters";

type Props = {
  /** the URL parameters that "Clear all" removes */
  names: string[];
  /** stands before the filters, on one line with them: a search */
  lead?: Elements;
  /** stands after them */
  trail?: Elements;
  /** on a phone the filters are in a sheet, opened by one button */
  sheet?: boolean;
  children: Elements;
};

/** The filters above a list. Their values are in the URL, so a filtered list can be shared as a link. */
export function FilterBar({ names, lead, trail, sheet = false, children }: Props) {
  const { params, change } = useFilters();
  const set = names.filter((name) => params.has(name)).length;
  const clear = set > 0 && (
    <Button look="ghost" size="small" onClick={() => change(Object.fromEntries(names.map((name) => [name, null])))}>
      {uiMessages.filters.clear}
    </Button>
  );
  return (
    <search className="flex flex-wrap items-center gap-2" aria-label={uiMessages.filters.label}>
      {lead}
      {sheet && (
        <span className="sm:hidden">
          <Drawer title={uiMessages.filters.label} trigger={{ look: "secondary", children: <SheetLabel set={set} /> }}>
            <div className="flex flex-col items-start gap-3">
              {children}
              {clear}
            </div>
          </Drawer>
        </span>
      )}
      <div className={`flex flex-wrap items-center gap-2 ${sheet ? "max-sm:hidden" : ""}`}>
        {children}
        {clear}
      </div>
      {trail}
    </search>
  );
}

function SheetLabel({ set }: { set: number }) {
  return (
    <>
      <SlidersHorizontal aria-hidden="true" strokeWidth={1.5} className="size-4" />
      <span>{uiMessages.filters.sheet(set)}</span>
    </>
  );
}
