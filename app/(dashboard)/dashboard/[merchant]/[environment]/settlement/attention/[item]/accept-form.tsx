"use client";

import { useAction } from "@/app/_kit/use-action";
import { acceptItem } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/actions";
import type { DashboardParams } from "@/components/shell/paths";
import { DialogClose, useDialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";
import { attentionMessages } from "@/lib/service/messages/en/attention";

const words = attentionMessages.resolve;

type Props = { dashboard: DashboardParams; itemId: string };

/** The note that says why. */
export function AcceptForm({ dashboard, itemId }: Props) {
  const close = useDialogClose();
  const { run, busy, failure } = useAction(acceptItem, {
    onDone: () => {
      close();
      toast({ title: words.done, tone: "good" });
    },
  });
  return (
    <Form
      action={(data) => run(dashboard, { itemId, note: String(data.get("note")) })}
      pending={busy}
      error={failure && !failure.fields?.note ? failure.message : null}
    >
      <Field label={words.note.label} description={words.note.description} error={failure?.fields?.note} required>
        <Textarea name="note" maxLength={1_000} rows={4} placeholder={words.note.placeholder} />
      </Field>
      <FormActions>
        <DialogClose />
        <SubmitButton>{words.action}</SubmitButton>
      </FormActions>
    </Form>
  );
}
