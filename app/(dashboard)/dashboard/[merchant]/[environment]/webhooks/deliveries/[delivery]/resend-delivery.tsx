"use client";

import { useAction } from "@/app/_kit/use-action";
import { resendDelivery } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/webhooks/actions";
import type { Place } from "@/components/shell/paths";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";

/** Sends one delivery again, whatever became of it: same event id, same bytes, a fresh series of attempts. */
export function ResendDelivery({ scope, deliveryId }: { scope: Place; deliveryId: string }) {
  const { run, busy } = useAction(resendDelivery, {
    onDone: () => toast({ title: "On its way", detail: "The answer appears here in a moment.", tone: "good" }),
    onRefused: ({ message }) => toast({ title: "Not sent", detail: message, tone: "bad" }),
  });
  return (
    <Button look="primary" size="small" pending={busy} onClick={() => run(scope, { deliveryId })}>
      Send again
    </Button>
  );
}
