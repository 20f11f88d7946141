"use client";

import { clearRefundAddress } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/actions";
import type { DashboardParams } from "@/components/shell/paths";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { attentionMessages } from "@/lib/service/messages/en/attention";

const words = attentionMessages.customerAddress.clear;

/** Clears the refund address that was left for a payment; anyone with the payment's link can have left it. */
export function ClearAddress({
  dashboard,
  intentId,
  address,
}: {
  dashboard: DashboardParams;
  intentId: string;
  address: string;
}) {
  return (
    <ConfirmDialog
      trigger={{ children: words.action, look: "secondary", size: "small" }}
      title={words.title}
      verb={words.action}
      consequence={words.consequence}
      onConfirm={() => clearRefundAddress(dashboard, { intentId, address })}
      onDone={() => toast({ title: words.done })}
    />
  );
}
