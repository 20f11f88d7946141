"use client";

import { useState } from "react";
import { resendFailed } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/webhooks/actions";
import type { DashboardParams } from "@/components/shell/paths";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { RadioCards } from "@/components/ui/radio-cards";
import { toast } from "@/components/ui/toast";
import type { LogPeriod } from "@/lib/base/lists/log-period";
import { webhooksMessages } from "@/lib/service/messages/en/webhooks";

const { retryFailed } = webhooksMessages;
const PERIODS = webhooksMessages.log.periods;

type Props = { dashboard: DashboardParams; endpointId: string; failed: Record<LogPeriod, number> };

/** Retries the failed deliveries of a period, with their number shown beforehand. */
export function ResendFailed({ dashboard, endpointId, failed }: Props) {
  const periods = Object.keys(PERIODS) as LogPeriod[];
  const [chosen, setChosen] = useState<LogPeriod>();
  const smallest = periods.find((period) => failed[period] > 0) ?? "30d";
  // the failures of the chosen period may have been retried since
  const period = chosen && failed[chosen] > 0 ? chosen : smallest;
  const many = failed[period];
  return (
    <ConfirmDialog
      trigger={{ children: retryFailed.verb, look: "secondary" }}
      title={retryFailed.title}
      verb={retryFailed.confirm(many)}
      harmless
      consequence={retryFailed.text}
      onConfirm={() => resendFailed(dashboard, { endpointId, period })}
      onDone={() => toast({ title: retryFailed.done.title, detail: retryFailed.done.text, tone: "good" })}
    >
      <RadioCards
        name="period"
        legend={retryFailed.period}
        value={period}
        onChange={(next) => setChosen(next as LogPeriod)}
        cards={periods.map((value) => ({
          value,
          label: PERIODS[value],
          description: retryFailed.count(failed[value]),
          disabled: failed[value] === 0,
        }))}
      />
    </ConfirmDialog>
  );
}
