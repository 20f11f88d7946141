import { dayWords } from "@/components/reports/day-words";
import { HeroAmount } from "@/components/ui/amount";
import { periodWords } from "@/components/ui/date-presets";
import { displayAmount } from "@/lib/money";

type Props = {
  /** the shop, and whether it is practice */
  where: string;
  filter: { from: string; to: string };
  today: string;
  sum: { micros: bigint; sales: bigint };
  /** when the days begin */
  begin: string;
};

/** Whose takings of which days: all that a printed page needs to be understood later. */
export function ReportHead({ where, filter, today, sum, begin }: Props) {
  return (
    <div>
      <p className="text-14 wrap-anywhere text-ink-2">
        {where} · {periodWords(filter.from, filter.to, today)}
        <span className="hidden print:inline">
          {" "}
          ({dayWords(filter.from)} to {dayWords(filter.to)})
        </span>
      </p>
      <p className="-ms-0.5">
        <HeroAmount value={displayAmount(sum.micros)} />
      </p>
      <p className="text-14 text-ink-2">
        {sum.sales === 1n ? "1 payment" : `${sum.sales} payments`}. {begin}
      </p>
    </div>
  );
}
