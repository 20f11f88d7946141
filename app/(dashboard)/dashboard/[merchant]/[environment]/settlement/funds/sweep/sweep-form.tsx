"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { useAction } from "@/app/_kit/use-action";
import { issueSweepLink } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/actions";
import { type DashboardParams, withQuery } from "@/components/shell/paths";
import { AddressInput } from "@/components/ui/address-input";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { PendingIndicator } from "@/components/ui/pending-indicator";
import { sweepMessages } from "@/lib/service/messages/en/funds";

type Props = {
  dashboard: DashboardParams;
  path: Route;
  typed: { to: string; threshold: string };
  errors: Record<string, string>;
};

/**
 * Destination and minimum balance; both go into the URL with a token, so that only the member who made a plan can open
 * it again.
 */
export function SweepForm({ dashboard, path, typed, errors }: Props) {
  const router = useRouter();
  const [opening, open] = useTransition();
  const { run, busy, failure } = useAction(issueSweepLink.bind(null, dashboard), {
    onDone: (link) => open(() => router.replace(withQuery(path, link), { scroll: false })),
    refresh: false,
  });
  const pending = busy || opening;
  const fields = { ...errors, ...failure?.fields };
  return (
    <Form
      action={(data) => run({ to: String(data.get("to")), threshold: String(data.get("threshold")) })}
      pending={pending}
      error={failure && !failure.fields ? failure.message : null}
      className="max-w-xl"
    >
      <Field label={sweepMessages.to.label} description={sweepMessages.to.description} error={fields.to} required>
        <AddressInput name="to" defaultValue={typed.to} />
      </Field>
      <Field
        label={sweepMessages.threshold.label}
        description={sweepMessages.threshold.description}
        error={fields.threshold}
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
