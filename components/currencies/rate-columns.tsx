import type { Column } from "@/components/ui/data-table";
import { StatusBadge, type ThingStatus } from "@/components/ui/status-badge";
import { Time } from "@/components/ui/time";
import { currencyName } from "@/lib/base/values/intl";
import type { ListedRate } from "@/lib/payments/prices/list-rates";
import { currenciesMessages } from "@/lib/service/messages/en/currencies";
import { type RateState, rateFrom, rateState } from "./rate-state";
import { formatBps, perUnitLine, perUsdtLine } from "./rate-text";

const { list, none, sources, states } = currenciesMessages;

type Options = { zone: string; now: string };

/** One line per currency: its rate both ways, where it comes from and whether it is in force. */
export function rateColumns({ zone, now }: Options): Column<ListedRate>[] {
  return [
    {
      id: "currency",
      header: list.columns.currency,
      phone: "title",
      wide: true,
      cell: ({ currency }) => (
        <span className="flex min-w-0 flex-col py-1">
          <span className="font-medium">{currency}</span>
          <span className="truncate text-ink-2 max-sm:text-14">{currencyName(currency)}</span>
        </span>
      ),
    },
    {
      id: "rate",
      header: list.columns.rate,
      phone: "below",
      cell: ({ currency, inForce }) => <BothWays currency={currency} rate={inForce?.rate ?? null} />,
    },
    {
      id: "source",
      header: list.columns.source,
      priority: 2,
      cell: ({ source }) => <span className="whitespace-nowrap">{sources[source]}</span>,
    },
    {
      id: "age",
      header: list.columns.age,
      priority: 2,
      cell: (row) => <From at={rateFrom(row)} zone={zone} now={now} />,
    },
    {
      id: "spread",
      header: list.columns.spread,
      priority: 3,
      align: "end",
      cell: ({ spreadBps }) => (spreadBps === 0 ? none : formatBps(spreadBps)),
    },
    {
      id: "status",
      header: list.columns.status,
      phone: "figure",
      align: "end",
      cell: (row) => <RateStatus rate={row} now={now} />,
    },
  ];
}

function From({ at, zone, now }: Options & { at: Date | null }) {
  if (at === null) return <span className="text-ink-2">—</span>;
  return <Time iso={at.toISOString()} zone={zone} now={now} form="relative" />;
}

const BADGES: Record<RateState, ThingStatus> = {
  current: "active",
  aging: "attention",
  fallback: "attention",
  held: "attention",
  none: "failed",
};

export function RateStatus({ rate, now }: { rate: ListedRate; now: string }) {
  const state = rateState(rate, now);
  return <StatusBadge status={BADGES[state]} words={states[state]} />;
}

/** A rate in both directions, one below the other. */
export function BothWays({ currency, rate }: { currency: string; rate: string | null }) {
  if (rate === null) return <span className="text-ink-2">{states.none}</span>;
  return (
    <span translate="no" className="flex flex-col figures whitespace-nowrap">
      <span>{perUnitLine(currency, rate)}</span>
      <span className="text-ink-2">{perUsdtLine(currency, rate)}</span>
    </span>
  );
}
