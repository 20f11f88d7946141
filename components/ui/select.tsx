"use client";

import type { ComponentProps } from "react";
import { useFieldProps } from "./field";

export type SelectOption = { value: string; label: string; disabled?: boolean };
type Group = { label: string; options: SelectOption[] };

type Props = Omit<ComponentProps<"select">, "children"> & {
  options: (SelectOption | Group)[];
  /** an empty first option; the form submits "" for it */
  placeholder?: string;
};

/**
 * One of up to about twenty options. A native select: no script, right on every phone, and styled where the browser
 * allows it. For more options, or with a search, use `Combobox`.
 */
export function Select({ options, placeholder, className = "", ...rest }: Props) {
  const wiring = useFieldProps(rest);
  return (
    <select {...rest} {...wiring} className={`box select ${className}`}>
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {options.map((entry) =>
        "options" in entry ? (
          <optgroup key={entry.label} label={entry.label}>
            {entry.options.map(choice)}
          </optgroup>
        ) : (
          choice(entry)
        ),
      )}
    </select>
  );
}

function choice({ value, label, disabled }: SelectOption) {
  return (
    <option key={value} value={value} disabled={disabled}>
      {label}
    </option>
  );
}
