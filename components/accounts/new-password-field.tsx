"use client";

import { useState } from "react";
import { Field } from "@/components/ui/field";
import { PasswordInput } from "@/components/ui/password-input";
import { type PasswordHint, passwordHint } from "@/lib/users/password-rules";

type Props = { name: string; label?: string; error?: string };

/** A password that somebody chooses; while it is typed, a word on it stands where the rule stood. */
export function NewPasswordField({ name, label = "Password", error }: Props) {
  const [password, setPassword] = useState("");
  return (
    <Field
      label={label}
      description={
        <span className="block min-h-[1lh]" aria-live="polite">
          {password === "" ? "10 characters or more. Four words do well." : <Hint {...passwordHint(password)} />}
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

function Hint({ strength, words }: PasswordHint) {
  return (
    <span className="flex items-baseline gap-3">
      <span aria-hidden="true" className="flex shrink-0 gap-1 self-start pt-[0.6em]">
        {[1, 2, 3].map((bar) => (
          <span key={bar} className={`h-1 w-5 rounded-till ${bar <= BARS[strength] ? COLOURS[strength] : "bg-line"}`} />
        ))}
      </span>
      <span>{words}</span>
    </span>
  );
}
