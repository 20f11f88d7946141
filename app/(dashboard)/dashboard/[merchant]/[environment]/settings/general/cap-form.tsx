"use client";

import { useAction } from "@/app/_kit/use-action";
import type { DashboardParams } from "@/components/shell/paths";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { settingsMessages } from "@/lib/service/messages/en/settings";
import { updateDailyCap } from "./actions";

const messages = settingsMessages.business.cap;

/**
 * Sets the daily live cap; an empty field means no cap. `cap` is decimal text: a grouped one could be read in two ways.
 */
export function CapForm({ dashboard, cap }: { dashboard: DashboardParams; cap: string }) {
  const { run, busy, failure } = useAction(updateDailyCap, {
    onDone: () => toast({ title: messages.saved, tone: "good" }),
  });
  return (
    <Form
      action={(data) => run(dashboard, { cap: String(data.get("cap")) })}
      pending={busy}
      error={failure && !failure.fields ? failure.message : null}
      className="max-w-xs"
    >
      <Field label={messages.label} description={messages.hint} error={failure?.fields?.cap}>
        <Input key={cap} name="cap" defaultValue={cap} inputMode="decimal" autoComplete="off" trail="USDT" figures />
      </Field>
      <FormActions align="start">
        <SubmitButton>{messages.save}</SubmitButton>
      </FormActions>
    </Form>
  );
}
