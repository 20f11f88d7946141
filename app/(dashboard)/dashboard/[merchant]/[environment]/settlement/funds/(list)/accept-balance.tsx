"use client";

import { acceptBalance } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/actions";
import type { DashboardParams } from "@/components/shell/paths";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { Elements } from "@/components/ui/elements";
import { toast } from "@/components/ui/toast";
import { fundsMessages } from "@/lib/service/messages/en/funds";

const words = fundsMessages.check.accept;

type Props = {
  dashboard: DashboardParams;
  address: string;
  shown: { balanceMicros: string; ledgerMicros: string };
  /** both figures, as they are shown in the list */
  children: Elements;
};

/** Accepts the on-chain balance of an address as right, if it and the records are still as shown. */
export function AcceptBalance({ dashboard, address, shown, children }: Props) {
  return (
    <ConfirmDialog
      trigger={{ children: words.action, look: "secondary", size: "small" }}
      title={words.question}
      verb={words.action}
      consequence={words.consequence}
      onConfirm={() => acceptBalance(dashboard, { address, shown })}
      onDone={() => toast({ title: words.done })}
    >
      {children}
    </ConfirmDialog>
  );
}
