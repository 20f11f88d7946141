import type { ReactElement } from "react";
import { shortId } from "@/components/payments/payment-columns";
import { CopyableAddress } from "@/components/settlement/chain-text";
import { type DashboardParams, pathTo } from "@/components/shell/paths";
import { Badge } from "@/components/ui/badge";
import type { Column } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";
import { LinkHint } from "@/components/ui/link-hint";
import { MiddleCut } from "@/components/ui/middle-cut";
import { StatusBadge } from "@/components/ui/status-badge";
import { TextLink } from "@/components/ui/text-link";
import { Time } from "@/components/ui/time";
import { displayAmount } from "@/lib/base/values/money";
import type { ListedRefund } from "@/lib/payments/refunds/list";
import { refundsMessages } from "@/lib/service/messages/en/refunds";
import { ChooseRefund } from "./refund-choice";
import { RefundMarks } from "./refund-marks";

const { table } = refundsMessages;

type Options = { dashboard: DashboardParams; zone: string; now: string };

/** One refund a row: its payment, address with what to check about it, who prepared it, status, time and amount. */
export function refundColumns({ dashboard, zone, now }: Options): Column<ListedRefund>[] {
  const preparedAt = (row: ListedRefund) => <Time iso={row.createdAt.toISOString()} zone={zone} now={now} />;
  return [
    {
      id: "payment",
      header: table.payment,
      phone: "title",
      wide: true,
      cell: (row) => <Payment refund={row} dashboard={dashboard} />,
    },
    {
      id: "address",
      header: table.address,
      phone: "below",
      cell: (row) => <Address refund={row} dashboard={dashboard} prepared={preparedAt(row)} />,
    },
    {
      id: "preparedBy",
      header: table.preparedBy,
      priority: 3,
      cell: ({ preparedBy }) => (
        <span className="flex max-w-44 items-center gap-2">
          <span title={preparedBy.name} translate="no" className="truncate text-ink-2">
            {preparedBy.name}
          </span>
          {preparedBy.isKey && <Badge>{table.key}</Badge>}
        </span>
      ),
    },
    {
      id: "status",
      header: table.status,
      priority: 2,
      phone: "detail",
      cell: (row) => <Status refund={row} dashboard={dashboard} />,
    },
    {
      id: "when",
      header: table.prepared,
      priority: 3,
      phone: "aside",
      align: "end",
      cell: preparedAt,
    },
    { id: "amount", header: table.amount, phone: "figure", money: (row) => displayAmount(row.amountMicros) },
  ];
}

/** What people call the payment of a refund. */
export function refundName({ reference, intentId }: ListedRefund): string {
  return reference ?? (intentId ? shortId(intentId) : table.noPayment);
}

function Payment({ refund, dashboard }: { refund: ListedRefund; dashboard: DashboardParams }) {
  const { id, intentId, itemId, reason, amountMicros } = refund;
  const name = refundName(refund);
  const href = intentId
    ? pathTo(dashboard, "payments", intentId)
    : pathTo(dashboard, "settlement", "attention", itemId ?? "");
  return (
    <span className="flex min-w-0 items-center gap-2">
      <ChooseRefund id={id} label={`${name}, ${displayAmount(amountMicros)}\u00a0USDT`} />
      <span className="flex min-w-0 flex-col">
        <Link href={href} className="inline-flex max-w-full min-w-0 items-center gap-2 font-medium hover:underline">
          <MiddleCut text={name} />
          <LinkHint />
        </Link>
        {reason && (
          <span title={reason} className="truncate text-12 text-ink-2">
            {reason}
          </span>
        )}
      </span>
    </span>
  );
}

type AddressProps = { refund: ListedRefund; dashboard: DashboardParams; prepared: ReactElement };

/** Where there is no room for columns of their own, it also has the status, and who prepared the refund and when. */
function Address({ refund, dashboard, prepared }: AddressProps) {
  const { to, isFromCustomer, isNewAddress, preparedBy } = refund;
  const isMarked = isFromCustomer || isNewAddress;
  return (
    <span className="flex min-w-0 flex-col gap-1 sm:min-w-56 lg:min-w-60">
      {to ? (
        <CopyableAddress address={to} name={table.copyAddress} />
      ) : (
        <span className="text-ink-2">{table.noAddress}</span>
      )}
      {isMarked && (
        <span className="flex flex-wrap gap-1.5">
          <RefundMarks isFromCustomer={isFromCustomer} isNewAddress={isNewAddress} />
        </span>
      )}
      <span className="hidden sm:block lg:hidden">
        <Status refund={refund} dashboard={dashboard} />
      </span>
      <span className="line-clamp-2 text-12 wrap-anywhere text-ink-2 xl:hidden">
        <span>{preparedBy.isKey ? table.byKeyPhone(preparedBy.name) : table.byPhone(preparedBy.name)}</span>
        <span className="max-sm:hidden">
          <span>{", "}</span>
          {prepared}
        </span>
      </span>
    </span>
  );
}

const STATUSES = {
  waiting_for_address: "waiting",
  prepared: "waiting",
  sent: "waiting",
  final: "paid",
  failed: "failed",
  cancelled: "cancelled",
} as const;

/** A refund that needs a person says what it needs. */
function Status({ refund, dashboard }: { refund: ListedRefund; dashboard: DashboardParams }) {
  const { status, isToConfirm, isProposed } = refund;
  if (isProposed) return <TextLink href={pathTo(dashboard, "settlement")}>{refundsMessages.proposed}</TextLink>;
  if (isToConfirm) return <StatusBadge status="attention" words={refundsMessages.toConfirm} />;
  if (status === "prepared")
    return <StatusBadge status="active" words={refundsMessages.ready[dashboard.environment]} />;
  return <StatusBadge status={STATUSES[status]} words={refundsMessages.status[status]} />;
}
