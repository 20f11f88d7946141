"use client";

import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { attachTransfer } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/actions";
import { AttachAnswer } from "@/components/attention/attach-answer";
import type { DashboardParams } from "@/components/shell/paths";
import { Button } from "@/components/ui/button";
import { DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { attentionMessages } from "@/lib/service/messages/en/attention";
import { commonMessages } from "@/lib/service/messages/en/common";
import type { Attached } from "@/lib/settlement/ledger/attach-transfer";

const words = attentionMessages.attach;

/** Asks for the transaction, then says what was found. */
export function AttachForm({ dashboard }: { dashboard: DashboardParams }) {
  const [answer, setAnswer] = useState<Attached | null>(null);
  const { run, busy, failure } = useAction(attachTransfer, { onDone: setAnswer });
  if (answer) {
    return (
      <div className="flex min-w-0 flex-col gap-5">
        <AttachAnswer answer={answer} dashboard={dashboard} />
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button look="secondary" size="small" onClick={() => setAnswer(null)}>
            {words.another}
          </Button>
          <DialogClose look="primary">{commonMessages.close}</DialogClose>
        </div>
      </div>
    );
  }
  return (
    <Form
      action={(data) => run(dashboard, { txHash: String(data.get("txHash")) })}
      pending={busy}
      error={failure && !failure.fields?.txHash ? failure.message : null}
    >
      <Field label={words.hash.label} description={words.hash.description} error={failure?.fields?.txHash} required>
        <Input
          name="txHash"
          maxLength={80}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          figures
        />
      </Field>
      <FormActions>
        <DialogClose />
        <SubmitButton>{words.submit}</SubmitButton>
      </FormActions>
    </Form>
  );
}
