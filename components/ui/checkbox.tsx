"use client";

import { type ComponentProps, type ReactNode, useId } from "react";

type Props = Omit<ComponentProps<"input">, "type" | "size"> & { label: ReactNode; description?: ReactNode };

/** A yes or no that is submitted with a form. */
export function Checkbox({ label, description, className = "", ...rest }: Props) {
  const id = useId();
  return (
    <div className={`flex items-start gap-3 ${className}`}>
      <span className="grid h-11 place-items-center pointer-fine:h-6">
        <input
          {...rest}
          id={rest.id ?? id}
          type="checkbox"
          aria-describedby={description ? `${id}-description` : undefined}
          className="tick size-5 pointer-fine:size-4"
        />
      </span>
      <span className="flex min-w-0 flex-col py-2.5 pointer-fine:py-0">
        <label htmlFor={rest.id ?? id} className="text-14/6">
          {label}
        </label>
        {description && (
          <span id={`${id}-description`} className="text-14 text-ink-2">
            {description}
          </span>
        )}
      </span>
    </div>
  );
}
