"use client";

import { useAction } from "@/app/_kit/use-action";
import { simulateRefund } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/actions";
import type { Scope } from "@/components/shell/paths";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { attentionMessages } from "@/lib/service/messages/en/attention";

const words = attentionMessages.simulateRefund;

/** Stands for the wallet in the sandbox: the prepared refund counts as sent, and no money moves. */
export function SimulateRefund({ scope, refundId }: { scope: Scope; refundId: string }) {
  const { run, busy } = useAction(simulateRefund, {
    onDone: () => toast({ ...words.done, tone: "good" }),
    onRefused: ({ message }) => toast({ title: words.refused, detail: message, tone: "bad" }),
  });
  return (
    <Button look="primary" size="small" pending={busy} onClick={() => run(scope, { refundId })}>
      {words.action}
    </Button>
  );
}
