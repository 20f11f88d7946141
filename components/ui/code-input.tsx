"use client";

import { type ComponentProps, useState } from "react";
import { useFieldProps } from "./field";
import { useFormPending } from "./form";

type Props = Omit<ComponentProps<"input">, "value" | "defaultValue" | "onChange"> & {
  digits?: number;
  /** called when all digits are entered, typed or pasted */
  onComplete?: (code: string, input: HTMLInputElement) => void;
};

/**
 * A code from an authenticator app. A single input, so that pasting and autofill work. Empty after a refusal, since a
 * full one takes no digits of the next code.
 */
export function CodeInput({ digits = 6, onComplete, className = "", ...rest }: Props) {
  const wiring = useFieldProps(rest);
  const [code, setCode] = useState("");
  const pending = useFormPending();
  const [wasPending, setWasPending] = useState(pending);
  if (pending !== wasPending) {
    setWasPending(pending);
    if (!pending && wiring["aria-invalid"]) setCode("");
  }
  return (
    <input
      {...rest}
      {...wiring}
      value={code}
      onChange={(event) => {
        const next = event.target.value.replace(/\D/g, "").slice(0, digits);
        setCode(next);
        if (next.length === digits && next !== code) onComplete?.(next, event.target);
      }}
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern={`[0-9]{${digits}}`}
      spellCheck={false}
      placeholder={"·".repeat(digits)}
      className={`box money min-h-14! max-w-56 text-center text-28! tracking-[0.3em] placeholder:tracking-[0.3em] ${className}`}
    />
  );
}
