"use client";

import { useState } from "react";
import { Field } from "@/components/ui/field";
import { PasswordInput } from "@/components/ui/password-input";
import { measurePassword, type PasswordStrength } from "@/lib/people/accounts/password-rules";
import { authMessages } from "@/lib/service/messages/en/auth";

const text = authMessages.newPassword;

type Props = { name: string; label?: string; error?: string };

/** A new password. While it is typed, a note on its strength replaces the hint. */
export function NewPasswordField({ name, label = authMessages.fields.password, error }: Props) {
  const [password, setPassword] = useState("");
  return (
    <Field
      label={label}
      description={
        <span className="block min-h-[1lh]" aria-live="polite">
          {password === "" ? text.hint : <Strength {...measurePassword(password)} />}
        </span>
      }
      error={error}
      required
    >
      <PasswordInput
        name={name}
        autoComplete="new-password"
        onChange={(event) => setPassword(event.target.value)}
        maxLength={1_000}
      />
    </Field>
  );
}

const BARS = { short: 1, weak: 1, fair: 2, good: 3 };
const COLOURS = { short: "bg-ink-2", weak: "bg-brick", fair: "bg-amber", good: "bg-verdigris" };

function Strength({ strength, missing }: PasswordStrength) {
  return (
    <span className="flex items-baseline gap-3">
      <span aria-hidden="true" className="flex shrink-0 gap-1 self-start pt-[0.6em]">
        {[1, 2, 3].map((bar) => (
          <span key={bar} className={`h-1 w-5 rounded-till ${bar <= BARS[strength] ? COLOURS[strength] : "bg-line"}`} />
        ))}
      </span>
      <span>{strength === "short" ? text.short(missing) : text[strength]}</span>
    </span>
  );
}
