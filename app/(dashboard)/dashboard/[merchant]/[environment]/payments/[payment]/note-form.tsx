"use client";

import { useState } from "react";
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

type Props = { scope: Scope; id: string; note: PaymentNote | null };

/** Edits the note and the tags of a payment, and refuses to replace what others have saved since the first change. */
export function NoteForm({ scope, id, note }: Props) {
  const [edited, setEdited] = useState<{ from: PaymentNote | null } | null>(null);
  const { run, busy, failure } = useAction(annotatePayment, {
    onDone: () => {
      setEdited(null);
      toast({ title: words.saved, tone: "good" });
    },
  });
  const from = edited ? edited.from : note;
  const shown = { note: from?.note ?? "", tags: from?.tags ?? [] };
  // while nothing is being edited, the fields show what was saved last
  const key = from?.editedAt.getTime() ?? 0;
  const errors = failure?.fields;
  return (
    <Form
      action={(data) => run(scope, { id, note: String(data.get("note")), tags: String(data.get("tags")), shown })}
      onInput={() => setEdited((before) => before ?? { from: note })}
      pending={busy}
      error={failure && !errors?.note && !errors?.tags ? failure.message : null}
    >
      <Field label={words.note} error={errors?.note}>
        <Textarea key={key} name="note" rows={3} defaultValue={shown.note} />
      </Field>
      <Field label={words.tags} description={words.tagsHelp} error={errors?.tags}>
        <Input key={key} name="tags" defaultValue={shown.tags.join(", ")} autoComplete="off" />
      </Field>
      <FormActions align="start">
        <SubmitButton look="secondary">{words.save}</SubmitButton>
      </FormActions>
    </Form>
  );
}
