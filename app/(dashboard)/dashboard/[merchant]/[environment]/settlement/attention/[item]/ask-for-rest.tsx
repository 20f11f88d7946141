"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useAction } from "@/app/_kit/use-action";
import { askForRest } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/actions";
import type { Place } from "@/components/shell/paths";
import { Amount } from "@/components/ui/amount";
import { CopyField } from "@/components/ui/copy-field";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Qr } from "@/components/ui/qr";
import { displayAmount } from "@/lib/money";

type Props = { scope: Place; itemId: string; missingMicros: bigint };

/** Makes a new payment over what is missing and shows the way to it, to send or to scan. */
export function AskForRest(props: Props) {
  const router = useRouter();
  return (
    <Dialog
      title="Ask for the rest"
      trigger={{ children: "Ask for the rest", look: "primary" }}
      insist
      // the page without this button is asked for once the link has been seen
      onOpenChange={(open) => !open && router.refresh()}
    >
      <Steps {...props} />
    </Dialog>
  );
}

function Steps({ scope, itemId, missingMicros }: Props) {
  const [link, setLink] = useState<string | null>(null);
  const { run, busy, failure } = useAction(askForRest, {
    onDone: ({ checkoutUrl }) => setLink(checkoutUrl),
    refresh: false,
  });
  if (link !== null) {
    return (
      <div className="flex min-w-0 flex-col gap-5">
        <div className="mx-auto w-56 max-w-full">
          <Qr value={link} title="QR code of the new payment's page" />
        </div>
        <p className="text-14 text-pretty text-ink-2">
          Send this to the customer, or have it scanned. What is still missing is asked for there, at an address of its
          own.
        </p>
        <CopyField name="the address of the new payment" value={link} />
        <div className="flex flex-col sm:flex-row sm:justify-end">
          <DialogClose look="primary">Done</DialogClose>
        </div>
      </div>
    );
  }
  return (
    <Form action={() => run(scope, { itemId })} pending={busy} error={failure?.message}>
      <p className="text-14 text-pretty text-ink-2">
        A new payment over <Amount value={displayAmount(missingMicros)} className="text-ink" /> is made, at the same
        terminal and with the same reference. What has come already stays where it is.
      </p>
      <FormActions>
        <DialogClose />
        <SubmitButton>Make the payment</SubmitButton>
      </FormActions>
    </Form>
  );
}
