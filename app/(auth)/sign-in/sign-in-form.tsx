"use client";

import { type KeyboardEvent, useState, useTransition } from "react";
import { leaveFor } from "@/app/_kit/leave-for";
import { type SignInResult, signIn, signInWithPasskey } from "@/app/_kit/sign-in";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { TextLink } from "@/components/ui/text-link";
import { authMessages } from "@/lib/service/messages/en/auth";
import { CodeStep } from "./code-step";
import { usePasskeys } from "./use-passkeys";

type Credentials = { email: string; password: string; code?: string };
type Refusal = Extract<SignInResult, { ok: false }>;

/** Email and password, then the code of an account with two-step sign-in. Goes on to `next`, a path of this site. */
export function SignInForm({ next, email }: { next: string; email: string }) {
  const [busy, start] = useTransition();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [known, setKnown] = useState<{ email: string; password: string } | null>(null);
  const [isBack, setBack] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const passkeys = usePasskeys();
  const text = authMessages.signIn;

  const go = (run: () => Promise<SignInResult>, credentials: Credentials | null) =>
    start(async () => {
      const result = await run();
      // a full load: the pages kept in memory were rendered for someone signed out
      if (result.ok) return leaveFor(next);
      setRefusal(result.code === "code_required" ? null : result);
      if (result.code === "code_required") setKnown(credentials);
      if (result.code === "sign_in_failed") goBack();
    });
  const goBack = () => {
    setBack(known !== null);
    setKnown(null);
  };
  const attempt = (credentials: Credentials) => go(() => signIn(credentials), credentials);

  if (known) {
    return (
      <CodeStep
        pending={busy}
        refusal={refusal?.message}
        onCode={(code) => attempt({ ...known, code })}
        onPasskey={passkeys ? () => go(() => signInWithPasskey(known), known) : null}
        onBack={() => {
          goBack();
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
      <Field label={authMessages.fields.email} required>
        <Input
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={email}
          // the button that led back here is gone
          autoFocus={isBack}
        />
      </Field>
      <Field
        label={authMessages.fields.password}
        error={wrong}
        description={capsLock ? text.capsLock : undefined}
        required
      >
        <PasswordInput
          name="password"
          autoComplete="current-password"
          onKeyDown={watchCapsLock}
          onKeyUp={watchCapsLock}
        />
      </Field>
      <FormActions align="stretch">
        <SubmitButton size="normal">{text.submit}</SubmitButton>
        {passkeys && (
          <Button look="secondary" busy={busy} onClick={() => go(() => signInWithPasskey(), null)}>
            {text.withPasskey}
          </Button>
        )}
      </FormActions>
      <TextLink href="/forgot-password" className="-my-3 self-center py-3 text-14">
        {text.forgotPassword}
      </TextLink>
    </Form>
  );
}
