"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { requestRemaining } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/actions";
import type { Scope } from "@/components/shell/paths";
import { Amount } from "@/components/ui/amount";
import { CopyField } from "@/components/ui/copy-field";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Qr } from "@/components/ui/qr";
import { attentionMessages } from "@/lib/messages/en/attention";
import { commonMessages } from "@/lib/messages/en/common";
import { displayAmount } from "@/lib/money";

type Props = { scope: Scope; itemId: string; missingMicros: bigint };

const words = attentionMessages.requestRemaining;

/** Creates a payment for the remaining amount and shows its link, to send or to scan. */
export function RequestRemaining(props: Props) {
  const router = useRouter();
  return (
    <Dialog
      title={words.action}
      trigger={{ children: words.action, look: "primary" }}
      insist
      // refreshed only after closing, since the refreshed page no longer has this dialog
      onOpenChange={(open) => !open && router.refresh()}
    >
      <Steps {...props} />
    </Dialog>
  );
}

function Steps({ scope, itemId, missingMicros }: Props) {
  const [link, setLink] = useState<string | null>(null);
  const { run, busy, failure } = useAction(requestRemaining, {
    onDone: ({ checkoutUrl }) => setLink(checkoutUrl),
    refresh: false,
  });
  if (link !== null) {
    return (
      <div className="flex min-w-0 flex-col gap-5">
        <div className="mx-auto w-56 max-w-full">
          <Qr value={link} title={words.qr} />
        </div>
        <p className="text-14 text-pretty text-ink-2">{words.share}</p>
        <CopyField name={words.link} value={link} />
        <div className="flex flex-col sm:flex-row sm:justify-end">
          <DialogClose look="primary">{commonMessages.done}</DialogClose>
        </div>
      </div>
    );
  }
  return (
    <Form action={() => run(scope, { itemId })} pending={busy} error={failure?.message}>
      <p className="text-14 text-pretty text-ink-2">
        {words.text.before} <Amount value={displayAmount(missingMicros)} className="text-ink" /> {words.text.after}
      </p>
      <FormActions>
        <DialogClose />
        <SubmitButton>{words.submit}</SubmitButton>
      </FormActions>
    </Form>
  );
}
