"use client";

import { useAction } from "@/app/_kit/use-action";
import { confirmRefunds } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/actions";
import { type ChoosableRefund, sumMicros } from "@/components/refunds/chosen-refunds";
import { ConfirmList } from "@/components/refunds/confirm-list";
import type { DashboardParams } from "@/components/shell/paths";
import { Amount } from "@/components/ui/amount";
import { DialogClose, useDialogClose } from "@/components/ui/dialog";
import { Form, FormActions, SubmitButton } from "@/components/ui/form";
import { Note } from "@/components/ui/note";
import { OwnPassword, ownPassword } from "@/components/ui/own-password";
import { toast } from "@/components/ui/toast";
import { formatCount } from "@/lib/base/values/intl";
import { displayAmount } from "@/lib/base/values/money";
import { refundsMessages } from "@/lib/service/messages/en/refunds";

export type ConfirmRefundsProps = {
  dashboard: DashboardParams;
  /** those that have an address and wait for a member to confirm it */
  refunds: readonly ChoosableRefund[];
};

const words = refundsMessages.confirm;

/** The refunds to confirm, each as it will be confirmed, and the password. */
export function ConfirmForm({ dashboard, refunds }: ConfirmRefundsProps) {
  const close = useDialogClose();
  const { run, busy, failure } = useAction(confirmRefunds, {
    onDone: ({ confirmed }) => {
      close();
      toast({ title: confirmed > 0 ? words.done(confirmed, formatCount(confirmed)) : words.already, tone: "good" });
    },
  });
  const shown = refunds.map(({ id, to }) => ({ refundId: id, to: to ?? "" }));
  const wrongPassword = failure?.fields?.password;
  return (
    <Form
      action={(data) => run(dashboard, { refunds: shown }, ownPassword(data))}
      pending={busy}
      error={failure && !wrongPassword ? failure.message : null}
    >
      <Warnings refunds={refunds} />
      <div className="flex flex-col gap-2">
        <ConfirmList refunds={refunds} />
        <p className="flex items-baseline justify-between gap-4 px-3 text-14">
          <span className="text-ink-2">{words.total}</span>
          <Amount value={displayAmount(sumMicros(refunds))} className="text-16 font-medium" />
        </p>
      </div>
      <OwnPassword error={wrongPassword} />
      <FormActions>
        <DialogClose />
        <SubmitButton>{words.submit(refunds.length, formatCount(refunds.length))}</SubmitButton>
      </FormActions>
    </Form>
  );
}

function Warnings({ refunds }: { refunds: readonly ChoosableRefund[] }) {
  const byKey = refunds.filter(({ keyName }) => keyName !== null).length;
  const toNew = refunds.filter(({ isNewAddress }) => isNewAddress).length;
  if (byKey + toNew === 0) return null;
  return (
    <Note tone="amber">
      {toNew > 0 && <span>{`${words.newAddresses(toNew, formatCount(toNew), refunds.length)} `}</span>}
      {byKey > 0 && <span>{words.byKey(byKey, formatCount(byKey), refunds.length)}</span>}
    </Note>
  );
}
