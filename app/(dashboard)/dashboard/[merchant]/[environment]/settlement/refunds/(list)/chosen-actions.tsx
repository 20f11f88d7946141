"use client";

import { SignRefunds } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/refunds/sign-refunds";
import { ChosenBar, type RefundWalletFunds } from "@/components/refunds/chosen-bar";
import type { DashboardParams } from "@/components/shell/paths";
import { ConfirmRefunds } from "./confirm-refunds";
import { RejectRefunds } from "./reject-refunds";
import { SimulateRefunds } from "./simulate-refunds";

const SENDING = { live: SignRefunds, sandbox: SimulateRefunds };

/** What can be done with the chosen refunds, at the end of the window while any are chosen. */
export function ChosenActions({ dashboard, wallet }: { dashboard: DashboardParams; wallet: RefundWalletFunds | null }) {
  const Send = SENDING[dashboard.environment];
  return (
    <ChosenBar wallet={wallet}>
      {(chosen, clear) => (
        <>
          <RejectRefunds dashboard={dashboard} refunds={chosen} />
          <ConfirmRefunds dashboard={dashboard} refunds={chosen.filter(({ isToConfirm }) => isToConfirm)} />
          <Send dashboard={dashboard} refunds={chosen.filter(({ isConfirmed }) => isConfirmed)} onDone={clear} />
        </>
      )}
    </ChosenBar>
  );
}
