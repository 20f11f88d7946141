"use client";

import { useAction } from "@/app/_kit/use-action";
import type { DashboardParams } from "@/components/shell/paths";
import { DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { paymentsMessages } from "@/lib/service/messages/en/payments";
import { savePaymentView } from "./actions";

const words = paymentsMessages.views;

type Props = { dashboard: DashboardParams; query: string; onSaved(): void };

/** Names the current filter and saves it. */
export function SaveViewForm({ dashboard, query, onSaved }: Props) {
  const { run, busy, failure } = useAction(savePaymentView, {
    onDone: () => {
      onSaved();
      toast({ title: words.saved, tone: "good" });
    },
  });
  return (
    <Form
      action={(data) => run(dashboard, { name: String(data.get("name")), query })}
      pending={busy}
      error={failure && !failure.fields?.name ? failure.message : null}
    >
      <Field label={words.name} description={words.example} error={failure?.fields?.name} required>
        <Input name="name" maxLength={60} autoComplete="off" />
      </Field>
      <FormActions>
        <DialogClose />
        <SubmitButton>{words.submit}</SubmitButton>
      </FormActions>
    </Form>
  );
}
