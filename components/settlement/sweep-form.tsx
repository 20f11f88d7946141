"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { withQuery } from "@/components/shell/paths";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { PendingIndicator } from "@/components/ui/pending-indicator";
import { sweepMessages } from "@/lib/messages/en/funds";

type Props = {
  path: Route;
  typed: { to: string; threshold: string };
  errors: Record<string, string>;
};

/** Destination and minimum balance; both go into the URL, so that a plan can be opened again. */
export function SweepForm({ path, typed, errors }: Props) {
  const router = useRouter();
  const [pending, start] = useTransition();
  const plan = (data: FormData) => {
    const plan = {
      to: String(data.get("to")).trim(),
      threshold: String(data.get("threshold")).trim(),
    };
    start(() => router.replace(withQuery(path, plan), { scroll: false }));
  };
  return (
    <Form action={plan} pending={pending} method="get" className="max-w-xl">
      <Field label={sweepMessages.to.label} description={sweepMessages.to.description} error={errors.to} required>
        <Input
          name="to"
          defaultValue={typed.to}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          figures
        />
      </Field>
      <Field
        label={sweepMessages.threshold.label}
        description={sweepMessages.threshold.description}
        error={errors.threshold}
        required
        className="max-w-xs"
      >
        <Input
          name="threshold"
          defaultValue={typed.threshold}
          inputMode="decimal"
          autoComplete="off"
          trail="USDT"
          figures
        />
      </Field>
      <FormActions align="start">
        <SubmitButton>{sweepMessages.submit}</SubmitButton>
      </FormActions>
      <PendingIndicator when={pending} />
    </Form>
  );
}
