"use client";

import { SignRefunds } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/refunds/sign-refunds";
import { ChosenBar } from "@/components/refunds/chosen-bar";
import type { DashboardParams } from "@/components/shell/paths";
import { ConfirmRefunds } from "./confirm-refunds";
import { RejectRefunds } from "./reject-refunds";

/** What can be done with the chosen refunds, at the end of the window while any are chosen. */
export function ChosenActions({ dashboard }: { dashboard: DashboardParams }) {
  return (
    <ChosenBar>
      {(chosen, clear) => (
        <>
          <RejectRefunds dashboard={dashboard} refunds={chosen} />
          <ConfirmRefunds dashboard={dashboard} refunds={chosen.filter(({ isToConfirm }) => isToConfirm)} />
          {dashboard.environment === "live" && (
            <SignRefunds
              dashboard={dashboard}
              refunds={chosen.filter(({ isConfirmed }) => isConfirmed)}
              onDone={clear}
            />
          )}
        </>
      )}
    </ChosenBar>
  );
}
