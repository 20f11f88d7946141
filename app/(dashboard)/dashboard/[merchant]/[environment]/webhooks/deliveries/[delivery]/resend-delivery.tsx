"use client";

import { useAction } from "@/app/_kit/use-action";
import { resendDelivery } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/webhooks/actions";
import type { Scope } from "@/components/shell/paths";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { webhooksMessages } from "@/lib/messages/en/webhooks";

const { resend, resent, notResent } = webhooksMessages.delivery;

/** Resends one delivery in any state: same event ID, same bytes, a new series of attempts. */
export function ResendDelivery({ scope, deliveryId }: { scope: Scope; deliveryId: string }) {
  const { run, busy } = useAction(resendDelivery, {
    onDone: () => toast({ title: resent.title, detail: resent.text, tone: "good" }),
    onRefused: ({ message }) => toast({ title: notResent, detail: message, tone: "bad" }),
  });
  return (
    <Button look="primary" size="small" pending={busy} onClick={() => run(scope, { deliveryId })}>
      {resend}
    </Button>
  );
}
