"use client";

import type { ComponentProps, ReactNode } from "react";
import { useFieldProps } from "./field";

type Props = ComponentProps<"input"> & {
  /** a unit or icon inside the box, before or after the text */
  lead?: ReactNode;
  trail?: ReactNode;
  /** tabular figures: amounts, IDs, addresses */
  figures?: boolean;
};

/** One line of text. Inside a `Field` it is labelled automatically. */
export function Input({ lead, trail, figures = false, className = "", ...rest }: Props) {
  const wiring = useFieldProps(rest);
  const pads = `${lead ? "ps-9" : ""} ${trail ? "pe-16" : ""} ${figures ? "figures" : ""}`;
  const input = <input {...rest} {...wiring} className={`box ${pads} ${className}`} />;
  if (!lead && !trail) return input;
  return (
    <span className="relative flex min-w-0 items-center">
      {input}
      {lead && <span className="pointer-events-none absolute start-3 flex text-14 text-ink-2">{lead}</span>}
      {trail && <span className="pointer-events-none absolute end-3 flex text-14 text-ink-2">{trail}</span>}
    </span>
  );
}
