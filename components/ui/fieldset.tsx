"use client";

import { type ReactNode, useId } from "react";
import type { Elements } from "./elements";
import { FieldError } from "./field";

type Props = { legend: string; description?: ReactNode; error?: string | null; children: Elements };

/**
 * Several controls under one question: checkboxes, a pair of dates. An error stands above them, beside what gets the
 * focus.
 */
export function Fieldset({ legend, description, error, children }: Props) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? id : undefined} className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 text-14 font-medium">{legend}</legend>
      {description && <p className="-mt-2 max-w-measure text-14 text-ink-2">{description}</p>}
      {error && <FieldError id={id}>{error}</FieldError>}
      {children}
    </fieldset>
  );
}
