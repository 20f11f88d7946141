"use client";

import { rejectRefunds } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/actions";
import type { ChoosableRefund } from "@/components/refunds/chosen-refunds";
import type { DashboardParams } from "@/components/shell/paths";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { formatCount } from "@/lib/base/values/intl";
import { refundsMessages } from "@/lib/service/messages/en/refunds";

const words = refundsMessages.reject;

type Props = { dashboard: DashboardParams; refunds: readonly ChoosableRefund[] };

/** Cancels the chosen refunds that haven't left. */
export function RejectRefunds({ dashboard, refunds }: Props) {
  const count = refunds.length;
  const shown = formatCount(count);
  const reject = async () => {
    const result = await rejectRefunds(dashboard, { refundIds: refunds.map(({ id }) => id) });
    if (result.ok) {
      const { rejected, kept } = result.data;
      toast({
        title: words.done(rejected, formatCount(rejected)),
        detail: kept > 0 ? words.kept(kept, formatCount(kept)) : undefined,
      });
    }
    return result;
  };
  return (
    <ConfirmDialog
      trigger={{ children: words.action(shown) }}
      title={words.title(count, shown)}
      verb={words.verb(count, shown)}
      dismiss={words.keep(count)}
      consequence={words.consequences[dashboard.environment](count)}
      onConfirm={reject}
    />
  );
}
