"use client";

import { useAction } from "@/app/_kit/use-action";
import { resendDelivery } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/webhooks/actions";
import type { DashboardParams } from "@/components/shell/paths";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { paymentMessages } from "@/lib/service/messages/en/payment";

const words = paymentMessages.events;

type Props = { dashboard: DashboardParams; deliveryId: string; underWay: boolean };

/**
 * Sends an event to an endpoint again: same id, same bytes, a new series of attempts. The button stays during an
 * attempt, so that it keeps the focus.
 */
export function ResendEvent({ dashboard, deliveryId, underWay }: Props) {
  const { run, busy } = useAction(resendDelivery, {
    onDone: () => toast({ ...words.resent, tone: "good" }),
    onRefused: ({ message }) => toast({ title: words.refused, detail: message, tone: "bad" }),
  });
  return (
    <Button look="secondary" size="small" pending={busy} busy={underWay} onClick={() => run(dashboard, { deliveryId })}>
      {words.resend}
    </Button>
  );
}
