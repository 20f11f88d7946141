"use client";

import { useAction } from "@/app/_kit/use-action";
import { annotatePayment } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/payments/actions";
import type { Scope } from "@/components/shell/paths";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";
import type { PaymentNote } from "@/lib/intents/get-note";
import { paymentsMessages } from "@/lib/messages/en/payments";

const words = paymentsMessages.note;

/** Edits the note and the tags of a payment. */
export function NoteForm({ scope, id, note }: { scope: Scope; id: string; note: PaymentNote | null }) {
  const { run, busy, failure } = useAction(annotatePayment, {
    onDone: () => toast({ title: words.saved, tone: "good" }),
  });
  const errors = failure?.fields;
  return (
    <Form
      action={(data) => run(scope, { id, note: String(data.get("note")), tags: String(data.get("tags")) })}
      pending={busy}
      error={failure && !errors?.note && !errors?.tags ? failure.message : null}
    >
      <Field label={words.note} error={errors?.note}>
        <Textarea name="note" rows={3} defaultValue={note?.note} />
      </Field>
      <Field label={words.tags} description={words.tagsHelp} error={errors?.tags}>
        <Input name="tags" defaultValue={note?.tags.join(", ")} autoComplete="off" />
      </Field>
      <FormActions align="start">
        <SubmitButton look="secondary">{words.save}</SubmitButton>
      </FormActions>
    </Form>
  );
}
