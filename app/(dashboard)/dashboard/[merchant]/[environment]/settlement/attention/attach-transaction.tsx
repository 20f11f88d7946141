"use client";

import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { attachTransfer } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/actions";
import { AttachAnswer } from "@/components/settlement/attach-answer";
import type { Place } from "@/components/shell/paths";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import type { Attached } from "@/lib/settlement/attach-transfer";

/** A customer says that he has paid: his transaction is looked up on the chain, and entered when it is final and ours. */
export function AttachTransaction({ scope }: { scope: Place }) {
  return (
    <Dialog
      title="Attach a transaction"
      description="A customer shows a transaction that you cannot find here? It is looked up on the chain, and entered in the books when it is final and paid to one of your addresses."
      trigger={{ children: "Attach a transaction", look: "secondary" }}
      wide
    >
      <Steps scope={scope} />
    </Dialog>
  );
}

function Steps({ scope }: { scope: Place }) {
  const [answer, setAnswer] = useState<Attached | null>(null);
  const { run, busy, failure } = useAction(attachTransfer, { onDone: setAnswer });
  if (answer) {
    return (
      <div className="flex min-w-0 flex-col gap-5">
        <AttachAnswer answer={answer} place={scope} />
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button look="secondary" size="small" onClick={() => setAnswer(null)}>
            Another one
          </Button>
          <DialogClose look="primary">Close</DialogClose>
        </div>
      </div>
    );
  }
  return (
    <Form
      action={(data) => run(scope, { txHash: String(data.get("txHash")) })}
      pending={busy}
      error={failure && !failure.fields?.txHash ? failure.message : null}
    >
      <Field
        label="Hash of the transaction"
        description="64 characters from 0 to 9 and a to f. The customer's wallet shows it with the payment."
        error={failure?.fields?.txHash}
        required
      >
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
        <SubmitButton>Look it up</SubmitButton>
      </FormActions>
    </Form>
  );
}
