"use client";

import { useAction } from "@/app/_kit/use-action";
import { simulateRefund } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/actions";
import type { DashboardParams } from "@/components/shell/paths";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { attentionMessages } from "@/lib/service/messages/en/attention";

const words = attentionMessages.simulateRefund;

/** Stands for the wallet in the sandbox: the prepared refund counts as sent, and no money moves. */
export function SimulateRefund({ dashboard, refundId }: { dashboard: DashboardParams; refundId: string }) {
  const { run, busy } = useAction(simulateRefund, {
    onDone: () => toast({ ...words.done, tone: "good" }),
    onRefused: ({ message }) => toast({ title: words.refused, detail: message, tone: "bad" }),
  });
  return (
    <Button look="primary" size="small" pending={busy} onClick={() => run(dashboard, { refundId })}>
      {words.action}
    </Button>
  );
}
