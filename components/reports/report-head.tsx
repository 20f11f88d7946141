import { HeroAmount } from "@/components/ui/amount";
import { formatPeriod } from "@/components/ui/date-presets";
import { displayAmount } from "@/lib/base/values/money";
import { changePercent } from "@/lib/payments/reports/period-before";
import { reportsMessages } from "@/lib/service/messages/en/reports";

const messages = reportsMessages.head;

type Props = {
  /** the business, and whether it is the sandbox */
  where: string;
  filter: { from: string; to: string };
  /** the business day under way */
  today: string;
  sum: { micros: bigint; sales: bigint };
  /** the sum of as many days directly before */
  before: { from: string; to: string; micros: bigint };
  /** false while a business day of the period goes on at one of the terminals, or has yet to begin */
  isOver: boolean;
  /** when the business days start */
  dayStarts: string;
};

/** The business, the period and the sum; on paper `PrintHead` has the first two. */
export function ReportHead({ where, filter, today, sum, before, isOver, dayStarts }: Props) {
  // a day that isn't over would make every comparison look bad
  const change = isOver ? changePercent(sum.micros, before.micros) : null;
  return (
    <div>
      <p className="text-14 wrap-anywhere text-ink-2 print:hidden">
        {`${where} · ${formatPeriod(filter.from, filter.to, today)}`}
      </p>
      <p className="-ms-0.5">
        <HeroAmount value={displayAmount(sum.micros)} />
      </p>
      <p className="text-14">
        <span>
          {reportsMessages.before.line(formatPeriod(before.from, before.to, ""), displayAmount(before.micros))}
        </span>
        {change !== null && (
          <span className="figures font-semibold">{` ${reportsMessages.before.change(change)}`}</span>
        )}
        {!isOver && <span className="text-ink-2"> {reportsMessages.before.unfinished}</span>}
      </p>
      <p className="text-14 text-ink-2">{`${messages.payments(sum.sales)}. ${dayStarts}`}</p>
    </div>
  );
}
