"use client";

import { acceptBalance } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/actions";
import type { Scope } from "@/components/shell/paths";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { fundsMessages } from "@/lib/messages/en/funds";

const words = fundsMessages.check.accept;

/** Accepts the on-chain balance of an address as right. */
export function AcceptBalance({ scope, address }: { scope: Scope; address: string }) {
  return (
    <ConfirmDialog
      trigger={{ children: words.action, look: "secondary", size: "small" }}
      title={words.question}
      verb={words.action}
      consequence={words.consequence}
      onConfirm={() => acceptBalance(scope, { address })}
      onDone={() => toast({ title: words.done })}
    />
  );
}
