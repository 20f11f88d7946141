"use client";

import { ChosenBar } from "@/components/refunds/chosen-bar";
import type { DashboardParams } from "@/components/shell/paths";
import { ConfirmRefunds } from "./confirm-refunds";
import { RejectRefunds } from "./reject-refunds";

/** What can be done with the chosen refunds, at the end of the window while any are chosen. */
export function ChosenActions({ dashboard }: { dashboard: DashboardParams }) {
  return (
    <ChosenBar>
      {(chosen) => (
        <>
          <RejectRefunds dashboard={dashboard} refunds={chosen} />
          <ConfirmRefunds dashboard={dashboard} refunds={chosen.filter(({ isToConfirm }) => isToConfirm)} />
        </>
      )}
    </ChosenBar>
  );
}
