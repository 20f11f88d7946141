"use client";

import { useAction } from "@/app/_kit/use-action";
import type { DashboardParams } from "@/components/shell/paths";
import { DialogClose, useDialogClose } from "@/components/ui/dialog";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Note } from "@/components/ui/note";
import { OwnPassword, ownPassword } from "@/components/ui/own-password";
import { toast } from "@/components/ui/toast";
import { refundWalletMessages } from "@/lib/service/messages/en/refund-wallet";
import { removeRefundWallet } from "./actions";

/** `openRefunds`: those that are to be paid from it. */
export type RemoveProps = { dashboard: DashboardParams; openRefunds: number };

const words = refundWalletMessages.remove;

/** Asks for the password before the refund wallet is removed. */
export function RemoveForm({ dashboard, openRefunds }: RemoveProps) {
  const close = useDialogClose();
  const { run, busy, failure } = useAction(removeRefundWallet, {
    onDone: () => {
      close();
      toast({ title: words.done });
    },
  });
  const password = failure?.fields?.password;
  return (
    <Form
      action={(data) => run(dashboard, {}, ownPassword(data))}
      pending={busy}
      error={failure && !password ? failure.message : null}
    >
      {openRefunds > 0 && <Note tone="amber">{words.open(openRefunds)}</Note>}
      <OwnPassword error={password} />
      <FormActions>
        <DialogClose />
        <SubmitButton>{words.submit}</SubmitButton>
      </FormActions>
    </Form>
  );
}
