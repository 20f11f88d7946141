"use client";

import { createContext, type ReactNode, useContext, useId } from "react";
import { uiMessages } from "@/lib/service/messages/en/ui";
import type { Elements } from "./elements";
import { WarningMark } from "./warning-mark";

type Wiring = { id: string; describedBy: string | undefined; invalid: boolean; required: boolean };

const FieldContext = createContext<Wiring | null>(null);

type Props = {
  label: ReactNode;
  /** what is expected */
  description?: ReactNode;
  /** what is wrong, then what is allowed, then an example */
  error?: string | string[] | null;
  required?: boolean;
  /** says "optional" beside the label; for the one optional field among required ones */
  optional?: boolean;
  /** keeps the label for screen readers only */
  hideLabel?: boolean;
  className?: string;
  children: Elements;
};

/** A label, one control, its description and its error. The control takes its id and error from here. */
export function Field({ label, description, error, required, optional, hideLabel, className = "", children }: Props) {
  const id = useId();
  const words = Array.isArray(error) ? error[0] : error;
  const describedBy = [words && `${id}-error`, description && `${id}-description`].filter(Boolean).join(" ");
  const wiring = { id, describedBy: describedBy || undefined, invalid: Boolean(words), required: Boolean(required) };
  return (
    <FieldContext value={wiring}>
      <div className={`flex min-w-0 flex-col gap-1.5 ${className}`}>
        <label htmlFor={id} className={hideLabel ? "sr-only" : "text-14 font-medium"}>
          <span>{label}</span>
          {optional && <span className="font-normal text-ink-2"> {uiMessages.field.optional}</span>}
        </label>
        {description && (
          <p id={`${id}-description`} className="-mt-1 max-w-measure text-14 text-pretty text-ink-2">
            {description}
          </p>
        )}
        {children}
        {words && <FieldError id={`${id}-error`}>{words}</FieldError>}
      </div>
    </FieldContext>
  );
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex gap-1.5 text-14 text-pretty text-brick">
      <WarningMark className="mt-0.5 size-4" />
      <span className="whitespace-pre-line">{children}</span>
    </p>
  );
}

/** The props that a control inside a field spreads on itself; its own `id` wins. */
export function useFieldProps(own: { id?: string; required?: boolean } = {}) {
  const field = useContext(FieldContext);
  return {
    id: own.id ?? field?.id,
    required: own.required ?? (field?.required || undefined),
    "aria-describedby": field?.describedBy,
    "aria-invalid": field?.invalid || undefined,
  };
}
