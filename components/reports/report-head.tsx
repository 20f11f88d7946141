import { HeroAmount } from "@/components/ui/amount";
import { formatPeriod } from "@/components/ui/date-presets";
import { reportsMessages } from "@/lib/messages/en/reports";
import { displayAmount } from "@/lib/money";
import { dayLabel } from "./day-labels";

const messages = reportsMessages.head;

type Props = {
  /** the business, and whether it is the sandbox */
  where: string;
  filter: { from: string; to: string };
  today: string;
  sum: { micros: bigint; sales: bigint };
  /** when the business days start */
  dayStarts: string;
};

/** The business, the period and the sum: what a printed report needs to be understood later. */
export function ReportHead({ where, filter, today, sum, dayStarts }: Props) {
  return (
    <div>
      <p className="text-14 wrap-anywhere text-ink-2">
        {where} · {formatPeriod(filter.from, filter.to, today)}
        <span className="hidden print:inline"> {messages.days(dayLabel(filter.from), dayLabel(filter.to))}</span>
      </p>
      <p className="-ms-0.5">
        <HeroAmount value={displayAmount(sum.micros)} />
      </p>
      <p className="text-14 text-ink-2">
        {messages.payments(sum.sales)}. {dayStarts}
      </p>
    </div>
  );
}
