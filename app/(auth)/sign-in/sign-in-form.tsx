"use client";

import { type KeyboardEvent, useState, useTransition } from "react";
import { type Entered, enter } from "@/app/(auth)/enter";
import { CodeStep } from "@/app/(auth)/sign-in/code-step";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { TextLink } from "@/components/ui/text-link";

type Refusal = Extract<Entered, { ok: false }>;

/** E-mail and password, and then, for an account with an authenticator, its code. Goes to `next`, a path of ours. */
export function SignInForm({ next, email }: { next: string; email: string }) {
  const [busy, start] = useTransition();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [known, setKnown] = useState<{ email: string; password: string } | null>(null);
  const [capsLock, setCapsLock] = useState(false);

  const attempt = (credentials: { email: string; password: string; code?: string }) =>
    start(async () => {
      const entered = await enter(credentials);
      if (entered.ok) {
        // a full load: every page that was kept in memory was a stranger's
        window.location.assign(next);
        return new Promise(() => {});
      }
      setRefusal(entered.code === "code_required" ? null : entered);
      if (entered.code === "code_required") setKnown(credentials);
      if (entered.code === "sign_in_failed") setKnown(null);
    });

  if (known) {
    return (
      <CodeStep
        pending={busy}
        refusal={refusal?.message}
        onCode={(code) => attempt({ ...known, code })}
        onBack={() => {
          setKnown(null);
          setRefusal(null);
        }}
      />
    );
  }
  const wrong = refusal?.code === "sign_in_failed" ? refusal.message : undefined;
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState("CapsLock"));
  return (
    <Form
      action={(data) => attempt({ email: String(data.get("email")).trim(), password: String(data.get("password")) })}
      pending={busy}
      error={wrong ? null : refusal?.message}
    >
      <Field label="E-mail" required>
        <Input
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={email}
        />
      </Field>
      <Field label="Password" error={wrong} description={capsLock ? "Caps lock is on." : undefined} required>
        <PasswordInput
          name="password"
          autoComplete="current-password"
          onKeyDown={watchCapsLock}
          onKeyUp={watchCapsLock}
        />
      </Field>
      <FormActions align="stretch">
        <SubmitButton size="normal">Sign in</SubmitButton>
      </FormActions>
      <TextLink href="/forgot-password" className="-my-3 self-center py-3 text-14">
        Forgotten your password?
      </TextLink>
    </Form>
  );
}
