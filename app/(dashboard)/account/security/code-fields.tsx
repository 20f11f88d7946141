"use client";

import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { accountMessages } from "@/lib/service/messages/en/account";

type Props = { fields?: Record<string, string>; autoFocus?: boolean };

/** The fields that every change to two-step sign-in requires: a code and the password. */
export function CodeFields({ fields, autoFocus = true }: Props) {
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
          autoFocus={autoFocus}
        />
      </Field>
      <Field label={accountMessages.password} error={fields?.password} required>
        <PasswordInput name="password" autoComplete="current-password" />
      </Field>
    </>
  );
}
