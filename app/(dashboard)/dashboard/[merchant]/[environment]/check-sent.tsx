"use client";

import { useAction } from "@/app/_kit/use-action";
import { checkSent } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/actions";
import type { DashboardParams } from "@/components/shell/paths";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { signingMessages } from "@/lib/service/messages/en/signing";

const words = signingMessages.confirming;

/** Asks the chain whether the transaction that a refund was sent with has failed. */
export function CheckSent({ dashboard, refundId }: { dashboard: DashboardParams; refundId: string }) {
  const { run, busy } = useAction(checkSent, {
    onDone: ({ isFailed, failure = null }) =>
      toast(isFailed ? { ...words.failedOut(failure), tone: "bad" } : words.stillOut),
    onRefused: ({ message }) => toast({ title: words.refused, detail: message, tone: "bad" }),
  });
  return (
    <Button look="secondary" size="small" pending={busy} onClick={() => run(dashboard, { refundId })}>
      {words.check}
    </Button>
  );
}
