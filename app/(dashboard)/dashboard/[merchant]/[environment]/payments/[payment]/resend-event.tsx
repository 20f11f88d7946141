"use client";

import { useAction } from "@/app/_kit/use-action";
import { resendDelivery } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/webhooks/actions";
import type { Scope } from "@/components/shell/paths";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { paymentsMessages } from "@/lib/messages/en/payments";

const words = paymentsMessages.events;

/** Sends an event to an endpoint again: same id, same bytes, a new series of attempts. */
export function ResendEvent({ scope, deliveryId }: { scope: Scope; deliveryId: string }) {
  const { run, busy } = useAction(resendDelivery, {
    onDone: () => toast({ ...words.resent, tone: "good" }),
    onRefused: ({ message }) => toast({ title: words.refused, detail: message, tone: "bad" }),
  });
  return (
    <Button look="secondary" size="small" pending={busy} onClick={() => run(scope, { deliveryId })}>
      {words.resend}
    </Button>
  );
}
