"use client";

import { cancelRefund } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/actions";
import type { DashboardParams } from "@/components/shell/paths";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { attentionMessages } from "@/lib/service/messages/en/attention";

const words = attentionMessages.cancelRefund;

/** Cancels a refund that is prepared and not sent yet. */
export function CancelRefund({ dashboard, refundId }: { dashboard: DashboardParams; refundId: string }) {
  return (
    <ConfirmDialog
      trigger={{ children: words.action, look: "secondary" }}
      title={words.title}
      verb={words.action}
      dismiss={words.keep}
      consequence={words.consequences[dashboard.environment]}
      onConfirm={() => cancelRefund(dashboard, { refundId })}
      onDone={() => toast({ title: words.done })}
    />
  );
}
