"use client";

import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { requestRemaining } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/actions";
import type { DashboardParams } from "@/components/shell/paths";
import { Amount } from "@/components/ui/amount";
import { CopyField } from "@/components/ui/copy-field";
import { DialogClose } from "@/components/ui/dialog";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Qr } from "@/components/ui/qr";
import { displayAmount } from "@/lib/base/values/money";
import { attentionMessages } from "@/lib/service/messages/en/attention";
import { commonMessages } from "@/lib/service/messages/en/common";

export type RemainingProps = { dashboard: DashboardParams; itemId: string; missingMicros: bigint };

const words = attentionMessages.requestRemaining;

/** Asks whether to create the payment, then shows its link. */
export function RemainingForm({ dashboard, itemId, missingMicros }: RemainingProps) {
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
    <Form action={() => run(dashboard, { itemId })} pending={busy} error={failure?.message}>
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
