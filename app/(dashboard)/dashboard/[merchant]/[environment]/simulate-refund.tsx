"use client";

import { useAction } from "@/app/_kit/use-action";
import { simulateRefund } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/actions";
import type { DashboardParams } from "@/components/shell/paths";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { RefundOutcome } from "@/lib/payments/attention/simulate-refund";
import { attentionMessages } from "@/lib/service/messages/en/attention";

const words = attentionMessages.simulateRefund;

type Props = {
  dashboard: DashboardParams;
  refundId: string;
  /** its transfer was simulated and awaits confirmation */
  isSent: boolean;
};

/**
 * Stands for the wallet and the network in the sandbox: a prepared refund is sent, and what was sent is confirmed or
 * fails. No money moves.
 */
export function SimulateRefund({ dashboard, refundId, isSent }: Props) {
  const { run, busy } = useAction(
    async (outcome: RefundOutcome) => {
      const result = await simulateRefund(dashboard, { refundId, outcome });
      return result.ok ? { ...result, data: outcome } : result;
    },
    {
      onDone: (outcome) => toast({ ...words.done[outcome], tone: outcome === "failed" ? "bad" : "good" }),
      onRefused: ({ message }) => toast({ title: words.refused, detail: message, tone: "bad" }),
      refreshRefused: true,
    },
  );
  if (!isSent) {
    return (
      <Button look="primary" size="small" pending={busy} onClick={() => run("sent")}>
        {words.action}
      </Button>
    );
  }
  return (
    <>
      <Button look="primary" size="small" pending={busy} onClick={() => run("final")}>
        {words.confirm}
      </Button>
      <Button look="secondary" size="small" busy={busy} onClick={() => run("failed")}>
        {words.fail}
      </Button>
    </>
  );
}
