"use client";

import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { accountMessages } from "@/lib/messages/en/account";

/** The fields that every change to two-step sign-in requires: a code and the password. */
export function CodeFields({ fields }: { fields?: Record<string, string> }) {
  return (
    <>
      <Field
        label={accountMessages.security.code}
        description={accountMessages.security.codeHint}
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
      <Field label={accountMessages.password} error={fields?.password} required>
        <PasswordInput name="password" autoComplete="current-password" />
      </Field>
    </>
  );
}
