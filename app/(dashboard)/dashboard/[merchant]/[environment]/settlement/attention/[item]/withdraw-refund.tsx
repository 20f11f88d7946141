"use client";

import { withdrawRefund } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/actions";
import type { Place } from "@/components/shell/paths";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";

/** Takes a prepared refund back. */
export function WithdrawRefund({ scope, refundId }: { scope: Place; refundId: string }) {
  return (
    <ConfirmDialog
      trigger={{ children: "Withdraw", look: "secondary" }}
      title="Withdraw this refund?"
      verb="Withdraw refund"
      consequence="Till stops waiting for it. If you have signed it already, it leaves all the same and is not matched to this item."
      onConfirm={() => withdrawRefund(scope, { refundId })}
      onDone={() => toast({ title: "Refund withdrawn" })}
    />
  );
}
