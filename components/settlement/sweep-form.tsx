"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { PendingIndicator } from "@/components/ui/pending-indicator";

type Props = {
  path: Route;
  typed: { to: string; threshold: string };
  errors: Record<string, string>;
};

/** Where to and from how much on; what is typed goes into the address, so the plan can be come back to. */
export function SweepForm({ path, typed, errors }: Props) {
  const router = useRouter();
  const [pending, start] = useTransition();
  const plan = (data: FormData) => {
    const query = new URLSearchParams({
      to: String(data.get("to")).trim(),
      threshold: String(data.get("threshold")).trim(),
    });
    start(() => router.replace(`${path}?${query}` as Route, { scroll: false }));
  };
  return (
    <Form action={plan} pending={pending} method="get" className="max-w-xl">
      <Field
        label="Send everything to"
        description="An address of yours that no payment is sent to, for example of your exchange or your main wallet."
        error={errors.to}
        required
      >
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
        label="Leave addresses with less than"
        description="So that no fee is paid for small change."
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
        <SubmitButton>Plan the sweep</SubmitButton>
      </FormActions>
      <PendingIndicator when={pending} />
    </Form>
  );
}
