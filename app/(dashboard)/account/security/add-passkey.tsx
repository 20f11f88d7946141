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
import { accountMessages } from "@/lib/service/messages/en/account";
import { CodeFields } from "./code-fields";

const text = accountMessages.passkeys;

/** Names a passkey, asks for the password, and a code if two-step sign-in is on, and has the browser make it. */
export function AddPasskey({ twoStep }: { twoStep: boolean }) {
  return (
    <Dialog title={text.add} trigger={{ children: text.add, look: "secondary" }} insist>
      <NewPasskey twoStep={twoStep} />
    </Dialog>
  );
}

type Begun = Extract<Awaited<ReturnType<typeof beginPasskey>>, { ok: true }>["data"];
type Failure = { message: string; fields?: Record<string, string> };

function NewPasskey({ twoStep }: { twoStep: boolean }) {
  const router = useRouter();
  const close = useDialogClose();
  const [busy, start] = useTransition();
  const [failure, setFailure] = useState<Failure | null>(null);
  // a code works once, so what it has allowed is kept for another try after the browser's own question was cancelled
  const [begun, setBegun] = useState<Begun | null>(null);

  const add = (data: FormData) =>
    start(async () => {
      const name = String(data.get("name")).trim();
      if (!("PublicKeyCredential" in window)) return setFailure({ message: text.unsupported });
      const code = String(data.get("code") ?? "");
      const request = begun
        ? { ok: true as const, data: begun }
        : await beginPasskey({ code }, ownPassword(data)).catch(callFailure);
      if (!request.ok) return setFailure(request);
      const result = await makePasskey(name, request.data).catch(callFailure);
      setBegun(result === "cancelled" ? request.data : null);
      if (result === "cancelled") return setFailure({ message: text.cancelled });
      setFailure(result);
      if (result) return;
      close();
      toast({ title: text.done(name), tone: "good" });
      router.refresh();
    });

  return (
    <Form action={add} pending={busy} error={failure && !failure.fields ? failure.message : null}>
      <Field label={text.name} description={text.nameHint} error={failure?.fields?.name} required>
        <Input name="name" maxLength={60} autoComplete="off" autoFocus />
      </Field>
      {twoStep ? (
        <CodeFields fields={failure?.fields} autoFocus={false} />
      ) : (
        <OwnPassword error={failure?.fields?.password} />
      )}
      <FormActions>
        <DialogClose />
        <SubmitButton>{text.add}</SubmitButton>
      </FormActions>
    </Form>
  );
}

/** Null once the passkey is added, `cancelled` if the browser made none, else what the person reads. */
async function makePasskey(name: string, { challengeId, options }: Begun): Promise<Failure | "cancelled" | null> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  try {
    const response = await startRegistration({ optionsJSON: options });
    const added = await addPasskey({ name, answer: JSON.stringify({ challengeId, response }) });
    return added.ok ? null : added;
  } catch (error) {
    const exists = error instanceof Error && error.name === "InvalidStateError";
    return exists ? { message: text.exists } : "cancelled";
  }
}
