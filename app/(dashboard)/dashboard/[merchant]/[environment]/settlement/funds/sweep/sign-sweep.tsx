"use client";

import { useState } from "react";
import { prepareSweepTransaction } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/actions";
import { SignWithTronLink } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/sign-with-tronlink";
import { ShortAddress } from "@/components/settlement/chain-text";
import type { DashboardParams } from "@/components/shell/paths";
import { Amount } from "@/components/ui/amount";
import { StatusBadge } from "@/components/ui/status-badge";
import { signingMessages } from "@/lib/service/messages/en/signing";

const words = signingMessages.table;

type Props = {
  dashboard: DashboardParams;
  sweep: { to: string; threshold: string };
  /** base58, and the amount as it is shown */
  rows: { from: string; amount: string }[];
};

/** Each transfer of a sweep with its own button: TronLink signs for the account that it has selected. */
export function SignSweep({ dashboard, sweep, rows }: Props) {
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set());
  return (
    <ul aria-label={words.caption} className="flex max-h-96 w-full flex-col divide-y overflow-y-auto border-y">
      {rows.map(({ from, amount }) => (
        <li key={from} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2">
          <ShortAddress address={from} name={words.copyFrom} />
          <Amount value={amount} />
          {sent.has(from) ? (
            <StatusBadge status="waiting" words={words.sent} />
          ) : (
            <SignWithTronLink
              dashboard={dashboard}
              label={words.sign(from)}
              againLabel={signingMessages.again.label(from)}
              prepare={() => prepareSweepTransaction(dashboard, { ...sweep, from })}
              onSent={() => setSent((before) => new Set([...before, from]))}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
