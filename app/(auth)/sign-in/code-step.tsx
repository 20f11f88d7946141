"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CodeInput } from "@/components/ui/code-input";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";

type Props = { pending: boolean; refusal?: string; onCode(code: string): void; onBack(): void };

/** The second step: six digits that send themselves, or a recovery code. */
export function CodeStep({ pending, refusal, onCode, onBack }: Props) {
  const [recovery, setRecovery] = useState(false);
  return (
    <Form
      key={String(recovery)}
      action={(data) => onCode(String(data.get("code")).trim())}
      pending={pending}
      aria-label="Second step"
    >
      {recovery ? (
        <Field
          label="Recovery code"
          description="One of the ten that you wrote down. Each works once."
          error={refusal}
          required
        >
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
        <Field
          label="Code of your authenticator"
          description="Six digits, new every half minute."
          error={refusal}
          required
        >
          <CodeInput name="code" autoFocus onComplete={(_, input) => input.form?.requestSubmit()} />
        </Field>
      )}
      <FormActions align="stretch">
        <SubmitButton size="normal">Sign in</SubmitButton>
      </FormActions>
      <div className="-my-3 flex flex-wrap justify-between gap-x-4">
        <Button look="link" onClick={() => setRecovery(!recovery)}>
          {recovery ? "Use the authenticator" : "Use a recovery code"}
        </Button>
        <Button look="link" onClick={onBack}>
          Back
        </Button>
      </div>
    </Form>
  );
}
