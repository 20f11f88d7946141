import type { Column } from "@/components/ui/data-table";
import { Money } from "@/components/ui/money";
import { StatusBadge } from "@/components/ui/status-badge";
import { Time } from "@/components/ui/time";
import { displayAmount } from "@/lib/base/values/money";
import type { Shift } from "@/lib/payments/pos/list-shifts";
import { terminalsMessages } from "@/lib/service/messages/en/terminals";

const messages = terminalsMessages.shifts;

/** The columns of a terminal's shifts; times are in the terminal's zone. */
export function shiftColumns(zone: string, now: string): Column<Shift>[] {
  const moment = (at: Date, who: string) => (
    <span className="wrap-anywhere">
      <Time iso={at.toISOString()} zone={zone} now={now} />{" "}
      <span className="text-ink-2 max-sm:hidden">{messages.by(who)}</span>
    </span>
  );
  return [
    {
      id: "number",
      header: messages.number,
      phone: "title",
      cell: ({ number }) => <span className="font-medium">{messages.name(number)}</span>,
    },
    { id: "opened", header: messages.opened, phone: "detail", cell: (shift) => moment(shift.openedAt, shift.openedBy) },
    {
      id: "closed",
      header: messages.closed,
      phone: "aside",
      cell: ({ closedAt, closedBy }) =>
        closedAt && closedBy ? moment(closedAt, closedBy) : <StatusBadge status="active" words={messages.stillOpen} />,
    },
    {
      id: "paid",
      header: messages.paid,
      align: "end",
      priority: 2,
      cell: ({ paidCount }) => <span className="figures">{paidCount === null ? "" : String(paidCount)}</span>,
    },
    {
      id: "takings",
      header: messages.takings,
      align: "end",
      phone: "figure",
      cell: ({ paidMicros }) => (paidMicros === null ? null : <Money value={displayAmount(paidMicros)} unit={false} />),
    },
  ];
}
