"use client";

import { cancelRefund } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/actions";
import type { Scope } from "@/components/shell/paths";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { attentionMessages } from "@/lib/service/messages/en/attention";

const words = attentionMessages.cancelRefund;

/** Cancels a refund that is prepared and not sent yet. */
export function CancelRefund({ scope, refundId }: { scope: Scope; refundId: string }) {
  return (
    <ConfirmDialog
      trigger={{ children: words.action, look: "secondary" }}
      title={words.title}
      verb={words.action}
      dismiss={words.keep}
      consequence={words.consequences[scope.environment]}
      onConfirm={() => cancelRefund(scope, { refundId })}
      onDone={() => toast({ title: words.done })}
    />
  );
}
