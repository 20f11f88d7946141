"use client";

import { useAction } from "@/app/_kit/use-action";
import { acceptItem } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/actions";
import type { Place } from "@/components/shell/paths";
import { Dialog, DialogClose, useDialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";

type Props = { scope: Place; itemId: string };

/** Takes it as it is, and writes down why. */
export function AcceptItem(props: Props) {
  return (
    <Dialog
      title="Accept it as it is"
      description="Nothing moves: the payment keeps its status and the money stays where it is. Who decided, when and why is kept."
      trigger={{ children: "Accept with a note", look: "secondary" }}
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
      toast({ title: "Accepted", tone: "good" });
    },
  });
  return (
    <Form
      action={(data) => run(scope, { itemId, note: String(data.get("note")) })}
      pending={busy}
      error={failure && !failure.fields?.note ? failure.message : null}
    >
      <Field label="Why" description="For whoever looks later." error={failure?.fields?.note} required>
        <Textarea
          name="note"
          maxLength={1_000}
          rows={4}
          placeholder="Delivered all the same, the customer came back."
        />
      </Field>
      <FormActions>
        <DialogClose />
        <SubmitButton>Accept</SubmitButton>
      </FormActions>
    </Form>
  );
}
