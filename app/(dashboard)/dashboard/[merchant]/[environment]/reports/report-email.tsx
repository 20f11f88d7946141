"use client";

import { useAction } from "@/app/_kit/use-action";
import type { DashboardParams } from "@/components/shell/paths";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { reportsMessages } from "@/lib/service/messages/en/reports";
import { subscribeToReport, unsubscribeFromReport } from "./actions";

const messages = reportsMessages.email;

const FREQUENCIES = ["daily", "weekly", "monthly"] as const;
type Frequency = (typeof FREQUENCIES)[number];

/** Subscribes to the report by email; `frequency` null: not subscribed. */
export function ReportEmail({ dashboard, frequency }: { dashboard: DashboardParams; frequency: Frequency | null }) {
  const saving = useAction(subscribeToReport, {
    onDone: () => toast({ title: frequency ? messages.changed : messages.subscribed, tone: "good" }),
  });
  // its own button goes with the subscription, and the form moves the focus to the other one
  const ending = useAction(unsubscribeFromReport, { onDone: () => toast({ title: messages.unsubscribed }) });
  const failure = saving.failure ?? ending.failure;
  return (
    <Form
      action={(data) => saving.run(dashboard, { frequency: data.get("frequency") as Frequency })}
      pending={saving.busy}
      error={failure && !failure.fields ? failure.message : null}
      className="max-w-xs"
    >
      <Field label={messages.frequency} error={failure?.fields?.frequency}>
        <Select
          key={frequency}
          name="frequency"
          defaultValue={frequency ?? "daily"}
          options={FREQUENCIES.map((value) => ({ value, label: messages.frequencies[value] }))}
        />
      </Field>
      <FormActions align="start">
        <SubmitButton>{frequency ? messages.change : messages.subscribe}</SubmitButton>
        {frequency && (
          <Button look="secondary" size="small" pending={ending.busy} onClick={() => ending.run(dashboard, {})}>
            {messages.unsubscribe}
          </Button>
        )}
      </FormActions>
    </Form>
  );
}
