import type { Route } from "next";
import { Amount, HeroAmount } from "@/components/ui/amount";
import { formatPeriod } from "@/components/ui/date-presets";
import { displayPrice } from "@/lib/base/values/currencies";
import { displayAmount } from "@/lib/base/values/money";
import { changePercent } from "@/lib/payments/reports/period-before";
import { reportsMessages } from "@/lib/service/messages/en/reports";
import type { Figures } from "./report-sums";

const messages = reportsMessages.head;

type Props = {
  /** the business, and whether it is the sandbox */
  where: string;
  filter: { from: string; to: string };
  /** the business day under way */
  today: string;
  sum: Figures;
  /** the sum of as many days directly before */
  before: { from: string; to: string; micros: bigint };
  /** false while a business day of the period goes on at one of the terminals, or has yet to begin */
  isOver: boolean;
  /** when the business days start */
  dayStarts: string;
  /** a file of the refunds; null: not for this member */
  refundsHref: Route | null;
};

/** The business, the period and the sum; on paper `PrintHead` has the first two. */
export function ReportHead({ where, filter, today, sum, before, isOver, dayStarts, refundsHref }: Props) {
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
      {sum.prices.length > 0 && (
        <ul className="mb-1 text-14">
          {sum.prices.map((price) => (
            <li key={price.currency}>
              <span>{`${sum.sales > price.sales ? messages.ofWhich : messages.priced} `}</span>
              <span translate="no" dir="ltr" className="money font-semibold whitespace-nowrap">
                {displayPrice(price)}
              </span>
              <span>{" · "}</span>
              <Amount value={displayAmount(price.micros)} />
              <span>{` ${messages.inPayments(price.sales)}`}</span>
            </li>
          ))}
        </ul>
      )}
      {sum.refundedMicros > 0n && (
        <div className="mb-1 flex flex-wrap items-baseline gap-x-6">
          <dl className="flex flex-wrap gap-x-6 text-16">
            {[
              [messages.refunded, sum.refundedMicros] as const,
              [messages.net, sum.micros - sum.refundedMicros] as const,
            ].map(([name, micros]) => (
              <div key={name} className="flex gap-2">
                <dt className="text-ink-2">{name}</dt>
                <dd>
                  <Amount value={displayAmount(micros)} />
                </dd>
              </div>
            ))}
          </dl>
          {refundsHref && (
            <a href={refundsHref} download className="text-14 text-verdigris underline underline-offset-4 print:hidden">
              {messages.exportRefunds}
            </a>
          )}
        </div>
      )}
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
