"use client";

import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { replaceRecoveryCodes } from "@/app/(dashboard)/account/actions";
import { RecoveryCodes } from "@/components/accounts/recovery-codes";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { accountMessages } from "@/lib/service/messages/en/account";
import { CodeFields } from "./code-fields";

const text = accountMessages.recoveryCodes;

export function NewRecoveryCodes() {
  return (
    <Dialog title={text.generateTitle} trigger={{ children: text.generate, look: "secondary" }} insist>
      <Steps />
    </Dialog>
  );
}

function Steps() {
  const [codes, setCodes] = useState<string[] | null>(null);
  const { run, busy, failure } = useAction(replaceRecoveryCodes, {
    onDone: ({ recoveryCodes }) => setCodes(recoveryCodes),
  });
  if (codes) return <RecoveryCodes codes={codes} />;
  return (
    <Form
      action={(data) => run({ code: String(data.get("code")) }, String(data.get("password")))}
      pending={busy}
      error={failure && !failure.fields ? failure.message : null}
    >
      <p className="text-14 text-ink-2">{text.oldStop}</p>
      <CodeFields fields={failure?.fields} />
      <FormActions>
        <DialogClose />
        <SubmitButton>{text.generate}</SubmitButton>
      </FormActions>
    </Form>
  );
}
