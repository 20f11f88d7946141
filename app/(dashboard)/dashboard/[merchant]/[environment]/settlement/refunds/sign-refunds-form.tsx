"use client";

import { useCallback, useEffect, useState, useTransition } from "react";
import { planRefunds } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/actions";
import { Commands } from "@/components/funds/commands";
import { RefundsLeftOut } from "@/components/funds/refunds-left-out";
import { SigningWays } from "@/components/funds/signing-ways";
import { TransferCost } from "@/components/funds/transfer-cost";
import type { DashboardParams } from "@/components/shell/paths";
import { Button } from "@/components/ui/button";
import { callFailure } from "@/components/ui/call-failure";
import { DialogClose } from "@/components/ui/dialog";
import { FormError } from "@/components/ui/form-error";
import { Stat, Stats } from "@/components/ui/stat";
import { displayAmount } from "@/lib/base/values/money";
import { commonMessages } from "@/lib/service/messages/en/common";
import { signingMessages } from "@/lib/service/messages/en/signing";
import type { RefundPlan } from "@/lib/settlement/funds/plan-refunds";
import { DownloadRefunds } from "./download-refunds";
import { SignSequence } from "./sign-sequence";

const words = signingMessages.refunds;

type Props = { dashboard: DashboardParams; refundIds: readonly string[]; onDone: () => void };

/** Asks which of the refunds can be signed, says why others can't, and offers the ways to sign. */
export function SignRefundsForm({ dashboard, refundIds, onDone }: Props) {
  const [chosen] = useState(refundIds);
  const [plan, setPlan] = useState<RefundPlan | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [checking, start] = useTransition();
  const { merchant, environment } = dashboard;
  const check = useCallback(
    () =>
      start(async () => {
        setFault(null);
        const planned = await planRefunds({ merchant, environment }, { refundIds: [...chosen] }).catch(callFailure);
        setPlan(planned.ok ? planned.data : null);
        if (!planned.ok) setFault(planned.message);
      }),
    [merchant, environment, chosen],
  );
  useEffect(check, [check]);
  return (
    <div className="flex min-w-0 flex-col gap-6">
      {checking && !plan && <p role="status">{words.checking}</p>}
      <FormError>{fault}</FormError>
      {plan && (
        <>
          <RefundsLeftOut leftOut={plan.leftOut} />
          {plan.refunds.length === 0 ? (
            <p>{words.none}</p>
          ) : (
            <>
              <Stats>
                <Stat
                  label={words.total.label}
                  value={displayAmount(plan.totalMicros)}
                  unit="USDT"
                  hint={words.total.hint(plan.refunds.length, plan.senders)}
                />
              </Stats>
              <Ways dashboard={dashboard} plan={plan} onDone={onDone} onRefused={check} />
            </>
          )}
        </>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {!checking && fault && (
          <Button look="secondary" size="small" onClick={check}>
            {words.again}
          </Button>
        )}
        <DialogClose>{commonMessages.close}</DialogClose>
      </div>
    </div>
  );
}

type WaysProps = { dashboard: DashboardParams; plan: RefundPlan; onDone: () => void; onRefused: () => void };

function Ways({ dashboard, plan, onDone, onRefused }: WaysProps) {
  const refundIds = plan.refunds.map(({ refundId }) => refundId);
  const file = { dashboard, refundIds, onDone, onRefused };
  return (
    <SigningWays
      ways={{
        tronLink: <SignSequence dashboard={dashboard} refunds={plan.refunds} onSent={onDone} />,
        file: <DownloadRefunds {...file} kind="transfers" />,
      }}
      commands={plan.lines}
      estimated={
        plan.estimate
          ? { cost: <TransferCost estimate={plan.estimate} />, commands: <Commands lines={plan.lines} /> }
          : undefined
      }
      download={<DownloadRefunds {...file} kind="lines" />}
    />
  );
}
