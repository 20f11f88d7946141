"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CodeInput } from "@/components/ui/code-input";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { authMessages } from "@/lib/service/messages/en/auth";
import { commonMessages } from "@/lib/service/messages/en/common";

type Props = {
  pending: boolean;
  refusal?: string;
  onCode(code: string): void;
  /** null: the browser has no passkeys */
  onPasskey: (() => void) | null;
  onBack(): void;
};

/** The second step: six digits, submitted with the last one, a recovery code, or a passkey. */
export function CodeStep({ pending, refusal, onCode, onPasskey, onBack }: Props) {
  const [recovery, setRecovery] = useState(false);
  const text = authMessages.code;
  return (
    <Form
      key={String(recovery)}
      action={(data) => onCode(String(data.get("code")).trim())}
      pending={pending}
      aria-label={text.form}
    >
      {recovery ? (
        <Field label={text.recoveryLabel} description={text.recoveryHint} error={refusal} required>
          <Input
            name="code"
            figures
            autoFocus
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="k3vq-7xwa-m2ed-p5hn"
            maxLength={40}
          />
        </Field>
      ) : (
        <Field label={text.label} description={text.hint} error={refusal} required>
          <CodeInput name="code" autoFocus onComplete={(_, input) => input.form?.requestSubmit()} />
        </Field>
      )}
      <FormActions align="stretch">
        <SubmitButton size="normal">{authMessages.signIn.submit}</SubmitButton>
      </FormActions>
      <div className="-my-3 flex flex-wrap justify-between gap-x-4">
        <Button look="link" onClick={() => setRecovery(!recovery)}>
          {recovery ? text.useAuthenticator : text.useRecoveryCode}
        </Button>
        {onPasskey && (
          <Button look="link" onClick={onPasskey}>
            {text.usePasskey}
          </Button>
        )}
        <Button look="link" onClick={onBack}>
          {commonMessages.back}
        </Button>
      </div>
    </Form>
  );
}
