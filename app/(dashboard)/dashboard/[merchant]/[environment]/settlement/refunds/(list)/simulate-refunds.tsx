"use client";

import { useAction } from "@/app/_kit/use-action";
import { simulateRefunds } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/actions";
import type { ChoosableRefund } from "@/components/refunds/chosen-refunds";
import type { DashboardParams } from "@/components/shell/paths";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { formatCount } from "@/lib/base/values/intl";
import { refundsMessages } from "@/lib/service/messages/en/refunds";

const words = refundsMessages.simulate;

type Props = { dashboard: DashboardParams; refunds: readonly ChoosableRefund[]; onDone: () => void };

/** Stands for signing many refunds in the sandbox: their transfers are simulated as final. */
export function SimulateRefunds({ dashboard, refunds, onDone }: Props) {
  const { run, busy } = useAction(simulateRefunds, {
    onDone: ({ simulated, leftOut }) => {
      toast({
        title: words.done(simulated, formatCount(simulated)),
        detail: leftOut > 0 ? words.leftOut(leftOut, formatCount(leftOut)) : undefined,
        tone: "good",
      });
      onDone();
    },
    onRefused: ({ message }) => toast({ title: words.refused, detail: message, tone: "bad" }),
    refreshRefused: true,
  });
  const count = refunds.length;
  if (count === 0) return null;
  return (
    <Button
      look="primary"
      size="small"
      pending={busy}
      onClick={() => run(dashboard, { refundIds: refunds.map(({ id }) => id) })}
    >
      {words.action(count, formatCount(count))}
    </Button>
  );
}
