"use client";

import { useAction } from "@/app/_kit/use-action";
import { prepareRefundAgain } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/actions";
import type { DashboardParams } from "@/components/shell/paths";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { attentionMessages } from "@/lib/service/messages/en/attention";

const words = attentionMessages.prepareAgain;

/** Prepares a refund again whose transaction failed: the same amount to the same address. */
export function PrepareAgain({ dashboard, refundId }: { dashboard: DashboardParams; refundId: string }) {
  const { run, busy } = useAction(prepareRefundAgain, {
    onDone: () => toast({ title: words.done, detail: words.details[dashboard.environment], tone: "good" }),
    onRefused: ({ message }) => toast({ title: words.refused, detail: message, tone: "bad" }),
    refreshRefused: true,
  });
  return (
    <Button look="primary" size="small" pending={busy} onClick={() => run(dashboard, { refundId })}>
      {words.action}
    </Button>
  );
}
