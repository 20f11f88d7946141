"use client";

import { useState } from "react";
import { resendFailed } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/webhooks/actions";
import type { Place } from "@/components/shell/paths";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { RadioCards } from "@/components/ui/radio-cards";
import { toast } from "@/components/ui/toast";
import { formatCount } from "@/lib/intl";
import type { LogPeriod } from "@/lib/webhooks/search-deliveries";

const PERIODS: Record<LogPeriod, string> = {
  "1h": "Of the last hour",
  "24h": "Of the last 24 hours",
  "7d": "Of the last 7 days",
  "30d": "Of the last 30 days",
};

type Props = { scope: Place; endpointId: string; failed: Record<LogPeriod, number> };

/** Sends everything again that failed in a period; says beforehand how many that are. */
export function ResendFailed({ scope, endpointId, failed }: Props) {
  const smallest = (Object.keys(PERIODS) as LogPeriod[]).find((period) => failed[period] > 0) ?? "30d";
  const [period, setPeriod] = useState<LogPeriod>(smallest);
  const many = failed[period];
  return (
    <ConfirmDialog
      trigger={{ children: "Send failed again", look: "secondary" }}
      title="Send again what failed?"
      verb={many === 1 ? "Send 1 delivery" : `Send ${formatCount(many)} deliveries`}
      harmless
      consequence="Each keeps its event id and its bytes, so a server that acts once on each id takes no harm from a repetition."
      onConfirm={() => resendFailed(scope, { endpointId, period })}
      onDone={() => toast({ title: "On their way", detail: "The list below fills as the answers come.", tone: "good" })}
    >
      <RadioCards
        name="period"
        legend="Which ones"
        value={period}
        onChange={(next) => setPeriod(next as LogPeriod)}
        cards={(Object.keys(PERIODS) as LogPeriod[]).map((value) => ({
          value,
          label: PERIODS[value],
          description: failed[value] === 1 ? "1 delivery" : `${formatCount(failed[value])} deliveries`,
          disabled: failed[value] === 0,
        }))}
      />
    </ConfirmDialog>
  );
}
