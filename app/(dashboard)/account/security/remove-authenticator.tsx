"use client";

import { useAction } from "@/app/_kit/use-action";
import { removeAuthenticator } from "@/app/(dashboard)/account/actions";
import { CodeFields } from "@/app/(dashboard)/account/security/code-fields";
import { Dialog, DialogClose, useDialogClose } from "@/components/ui/dialog";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { toast } from "@/components/ui/toast";

export function RemoveAuthenticator() {
  return (
    <Dialog
      title="Switch two-step sign-in off?"
      description="From then on the password alone opens your account. The recovery codes end too."
      trigger={{ children: "Switch off", look: "secondary" }}
    >
      <Question />
    </Dialog>
  );
}

function Question() {
  const close = useDialogClose();
  const { run, busy, failure } = useAction(removeAuthenticator, {
    onDone: () => {
      close();
      toast({ title: "Two-step sign-in is off" });
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
        <SubmitButton look="danger">Switch off</SubmitButton>
      </FormActions>
    </Form>
  );
}
