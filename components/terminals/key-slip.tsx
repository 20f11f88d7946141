import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { StatusBadge } from "@/components/ui/status-badge";
import { Time } from "@/components/ui/time";
import type { WorkingKey } from "@/lib/business/keys/list";
import { terminalsMessages } from "@/lib/service/messages/en/terminals";

const messages = terminalsMessages.keys;

type Item = Pick<WorkingKey, "last4" | "createdAt" | "endsAt"> & {
  /** left out where it isn't known */
  lastUsedAt?: Date | null;
};

type Props = { item: Item; prefix: string; zone: string; now: string; actions?: ReactNode };

/** A key without its secret: the last four characters, when it was issued and last used, and when it ends. */
export function KeySlip({ item, prefix, zone, now, actions }: Props) {
  const { last4, createdAt, lastUsedAt, endsAt } = item;
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-3">
          <code translate="no" className="figures text-14">
            <span>{prefix}</span>
            <span aria-hidden="true">····</span>
            <span className="sr-only"> {messages.endingIn} </span>
            <span>{last4}</span>
          </code>
          {endsAt ? <StatusBadge status="waiting" words={messages.replaced} /> : <StatusBadge status="active" />}
        </p>
        <p className="text-14 text-ink-2">
          {endsAt && (
            <span>
              {messages.worksUntil} <Time iso={endsAt.toISOString()} zone={zone} now={now} />
              {" · "}
            </span>
          )}
          {lastUsedAt && (
            <span>
              {messages.lastUsed} <Time iso={lastUsedAt.toISOString()} zone={zone} now={now} form="relative" />
              {" · "}
            </span>
          )}
          {lastUsedAt === null && <span>{`${messages.unused} · `}</span>}
          <span>{`${messages.issued} `}</span>
          <Time iso={createdAt.toISOString()} zone={zone} now={now} form="date" />
        </p>
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </Card>
  );
}
