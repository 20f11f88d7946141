"use client";

import { useAction } from "@/app/_kit/use-action";
import { resendDelivery } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/webhooks/actions";
import type { DashboardParams } from "@/components/shell/paths";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { webhooksMessages } from "@/lib/service/messages/en/webhooks";

const { resend, resent, notResent } = webhooksMessages.delivery;

type Props = { dashboard: DashboardParams; deliveryId: string; underWay: boolean };

/**
 * Resends one delivery in any state: same event ID, same bytes, a new series of attempts. The button stays during an
 * attempt, so that it keeps the focus.
 */
export function ResendDelivery({ dashboard, deliveryId, underWay }: Props) {
  const { run, busy } = useAction(resendDelivery, {
    onDone: () => toast({ title: resent.title, detail: resent.text, tone: "good" }),
    onRefused: ({ message }) => toast({ title: notResent, detail: message, tone: "bad" }),
  });
  return (
    <Button look="primary" size="small" pending={busy} busy={underWay} onClick={() => run(dashboard, { deliveryId })}>
      {resend}
    </Button>
  );
}
