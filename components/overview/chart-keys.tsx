"use client";

import type { KeyboardEvent, ReactNode } from "react";

/** The points of a chart, over its bars, as one tab stop: arrow keys, Home and End move along them. */
export function ChartKeys({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls of a form
    <div role="group" aria-label={label} onKeyDown={move} className="absolute inset-x-0 top-0 flex h-38">
      {children}
    </div>
  );
}

function move(event: KeyboardEvent<HTMLDivElement>) {
  const points = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-point]")];
  const from = points.indexOf(event.target as HTMLElement);
  const places: Record<string, number> = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: points.length - 1 };
  const next = points[places[event.key] ?? -1];
  if (!next) return;
  event.preventDefault();
  next.focus({ focusVisible: true } as FocusOptions);
}
