"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { addPasskey, beginPasskey } from "@/app/(dashboard)/account/actions";
import { callFailure } from "@/components/ui/call-failure";
import { Dialog, DialogClose, useDialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { OwnPassword, ownPassword } from "@/components/ui/own-password";
import { toast } from "@/components/ui/toast";
import { accountMessages } from "@/lib/messages/en/account";

const text = accountMessages.passkeys;

/** Names a passkey, asks for the password and has the browser make it. */
export function AddPasskey() {
  return (
    <Dialog title={text.add} trigger={{ children: text.add, look: "secondary" }} insist>
      <NewPasskey />
    </Dialog>
  );
}

type Failure = { message: string; fields?: Record<string, string> };

function NewPasskey() {
  const router = useRouter();
  const close = useDialogClose();
  const [busy, start] = useTransition();
  const [failure, setFailure] = useState<Failure | null>(null);

  const add = (data: FormData) =>
    start(async () => {
      const name = String(data.get("name")).trim();
      const failed = await makePasskey(name, ownPassword(data)).catch(callFailure);
      setFailure(failed);
      if (failed) return;
      close();
      toast({ title: text.done(name), tone: "good" });
      router.refresh();
    });

  return (
    <Form action={add} pending={busy} error={failure && !failure.fields ? failure.message : null}>
      <Field label={text.name} description={text.nameHint} error={failure?.fields?.name} required>
        <Input name="name" maxLength={60} autoComplete="off" autoFocus />
      </Field>
      <OwnPassword error={failure?.fields?.password} />
      <FormActions>
        <DialogClose />
        <SubmitButton>{text.add}</SubmitButton>
      </FormActions>
    </Form>
  );
}

/** Null once the passkey is added, else what the person reads. */
async function makePasskey(name: string, password: string | undefined): Promise<Failure | null> {
  if (!("PublicKeyCredential" in window)) return { message: text.unsupported };
  const begun = await beginPasskey({}, password);
  if (!begun.ok) return begun;
  const { challengeId, options } = begun.data;
  const { startRegistration } = await import("@simplewebauthn/browser");
  try {
    const response = await startRegistration({ optionsJSON: options });
    const added = await addPasskey({ name, answer: JSON.stringify({ challengeId, response }) });
    return added.ok ? null : added;
  } catch (error) {
    const exists = error instanceof Error && error.name === "InvalidStateError";
    return { message: exists ? text.exists : text.cancelled };
  }
}
