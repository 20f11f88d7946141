"use client";

import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";

/** What an act on the authenticator itself asks for: a code and the password. */
export function CodeFields({ fields }: { fields?: Record<string, string> }) {
  return (
    <>
      <Field
        label="Code"
        description="Six digits of the authenticator, or a recovery code."
        error={fields?.code}
        required
      >
        <Input
          name="code"
          figures
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          autoFocus
        />
      </Field>
      <Field label="Your password" error={fields?.password} required>
        <PasswordInput name="password" autoComplete="current-password" />
      </Field>
    </>
  );
}
