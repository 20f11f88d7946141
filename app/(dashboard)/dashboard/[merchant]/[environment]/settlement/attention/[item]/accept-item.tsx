"use client";

import { useAction } from "@/app/_kit/use-action";
import { acceptItem } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/actions";
import type { Scope } from "@/components/shell/paths";
import { Dialog, DialogClose, useDialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";
import { attentionMessages } from "@/lib/messages/en/attention";

type Props = { scope: Scope; itemId: string };

const words = attentionMessages.resolve;

/** Resolves an item without moving money; a note says why. */
export function AcceptItem(props: Props) {
  return (
    <Dialog
      title={words.action}
      description={words.description}
      trigger={{ children: words.action, look: "secondary" }}
    >
      <Note {...props} />
    </Dialog>
  );
}

function Note({ scope, itemId }: Props) {
  const close = useDialogClose();
  const { run, busy, failure } = useAction(acceptItem, {
    onDone: () => {
      close();
      toast({ title: words.done, tone: "good" });
    },
  });
  return (
    <Form
      action={(data) => run(scope, { itemId, note: String(data.get("note")) })}
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
