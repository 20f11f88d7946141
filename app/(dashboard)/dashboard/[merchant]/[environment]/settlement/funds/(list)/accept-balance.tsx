"use client";

import { acceptBalance } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/actions";
import type { Place } from "@/components/shell/paths";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";

/** Takes what the chain says of an address as right. */
export function AcceptBalance({ scope, address }: { scope: Place; address: string }) {
  return (
    <ConfirmDialog
      trigger={{ children: "Accept balance", look: "secondary", size: "small" }}
      title="Accept this balance?"
      verb="Accept balance"
      consequence="Payments can use the address again. Do this only if you know where the difference comes from."
      onConfirm={() => acceptBalance(scope, { address })}
      onDone={() => toast({ title: "Balance accepted" })}
    />
  );
}
