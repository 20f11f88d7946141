"use client";

import { useAction } from "@/app/_kit/use-action";
import { removeAuthenticator } from "@/app/(dashboard)/account/actions";
import { Dialog, DialogClose, useDialogClose } from "@/components/ui/dialog";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { toast } from "@/components/ui/toast";
import { accountMessages } from "@/lib/service/messages/en/account";
import { CodeFields } from "./code-fields";

const text = accountMessages.security.turnOff;

/** Turns two-step sign-in off; `lost` says what the person loses with it. */
export function RemoveAuthenticator({ lost }: { lost: string | null }) {
  const description = lost ? `${text.description} ${lost}` : text.description;
  return (
    <Dialog title={text.title} description={description} trigger={{ children: text.open, look: "secondary" }}>
      <Question />
    </Dialog>
  );
}

function Question() {
  const close = useDialogClose();
  const { run, busy, failure } = useAction(removeAuthenticator, {
    onDone: () => {
      close();
      toast({ title: text.done });
    },
  });
  return (
    <Form
      action={(data) => run({ code: String(data.get("code")) }, String(data.get("password")))}
      pending={busy}
      error={failure && !failure.fields ? failure.message : null}
    >
      <CodeFields fields={failure?.fields} />
      <FormActions>
        <DialogClose />
        <SubmitButton look="danger">{text.submit}</SubmitButton>
      </FormActions>
    </Form>
  );
}
