"use client";

import type { ComponentProps } from "react";
import { useFieldProps } from "./field";

type Props = ComponentProps<"textarea"> & {
  /** tabular figures: IDs or addresses, one per line */
  figures?: boolean;
};

/** Several lines of text. Inside a `Field` it is labelled automatically. */
export function Textarea({ figures = false, rows = 4, className = "", ...rest }: Props) {
  const wiring = useFieldProps(rest as { id?: string; required?: boolean });
  return (
    <textarea
      {...rest}
      {...wiring}
      rows={rows}
      className={`box resize-y py-2 ${figures ? "figures" : ""} ${className}`}
    />
  );
}
