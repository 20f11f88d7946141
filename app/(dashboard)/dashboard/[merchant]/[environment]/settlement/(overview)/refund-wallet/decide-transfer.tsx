"use client";

import { useAction } from "@/app/_kit/use-action";
import type { DashboardParams } from "@/components/shell/paths";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { FormError } from "@/components/ui/form-error";
import { toast } from "@/components/ui/toast";
import type { refundWalletMessages } from "@/lib/service/messages/en/refund-wallet";
import { confirmWalletTransfer, rejectWalletTransfer } from "./actions";

type Props = { dashboard: DashboardParams; transferId: string; words: typeof refundWalletMessages.proposals };

/** Whether a transfer from the refund wallet paid the refund that it is like. */
export function DecideTransfer({ dashboard, transferId, words }: Props) {
  const { run, busy, failure } = useAction(confirmWalletTransfer, {
    onDone: () => toast({ title: words.confirmed, tone: "good" }),
  });
  return (
    <div className="flex flex-col gap-3">
      {failure && <FormError>{failure.message}</FormError>}
      <div className="flex flex-wrap gap-3">
        <Button look="primary" size="small" busy={busy} onClick={() => run(dashboard, { transferId })}>
          {words.confirm}
        </Button>
        <ConfirmDialog
          trigger={{ children: words.reject, look: "secondary" }}
          title={words.rejectTitle}
          verb={words.rejectVerb}
          dismiss={words.keep}
          consequence={words.rejectText}
          onConfirm={() => rejectWalletTransfer(dashboard, { transferId })}
          onDone={() => toast({ title: words.rejected })}
        />
      </div>
    </div>
  );
}
