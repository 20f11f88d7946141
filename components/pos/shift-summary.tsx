import { ChevronRight } from "lucide-react";
import { paymentStatus } from "@/components/payments/payment-labels";
import { instantLabels, zoneLabel } from "@/components/ui/instant-labels";
import { Money } from "@/components/ui/money";
import { Skeleton } from "@/components/ui/skeleton";
import { STATUS_COLOURS, StatusMark } from "@/components/ui/status-mark";
import { localizeAmount, localizePrice } from "@/lib/payments/pos/entry";
import type { PosPayment } from "@/lib/payments/pos/present";
import type { ShiftSummary } from "@/lib/payments/pos/shift-summary";
import { posMessages } from "@/lib/service/messages/en/pos";
import { PosAmount } from "./pos-amount";
import type { SlipPlace } from "./slip";

const { takings } = posMessages;

type Props = { summary: ShiftSummary; place: SlipPlace; onChoose(payment: PosPayment): void };

/** Today's takings and recent payments, newest first. */
export function ShiftSummaryView({ summary, place, onChoose }: Props) {
  const { since, total, count, refunded } = summary.today;
  const { time, shortDate } = instantLabels(since, place.zone);
  return (
    <>
      <section
        aria-label={takings.todayLabel}
        className="@container border-b border-dashed border-ink-2/60 px-4 pt-2 pb-6 text-center"
      >
        <p className="text-14 text-ink-2">{takings.today}</p>
        <p>
          <PosAmount value={localizeAmount(total, place.sign)} />
        </p>
        <p className="text-14 text-ink-2">
          {takings.paymentsSince(count, `${time}, ${shortDate}, ${zoneLabel(new Date(since), place.zone)}`)}
        </p>
        {refunded && (
          <dl className="mt-1 flex flex-wrap justify-center gap-x-4 text-14">
            {[[takings.refunded, refunded.amount] as const, [takings.net, refunded.net] as const].map(
              ([name, amount]) => (
                <div key={name} className="flex gap-1.5">
                  <dt className="text-ink-2">{name}</dt>
                  <dd>
                    <Money value={localizeAmount(amount, place.sign)} />
                  </dd>
                </div>
              ),
            )}
          </dl>
        )}
      </section>
      <section aria-label={takings.recent} className="px-1 py-2">
        {summary.last.length === 0 && <p className="px-3 py-6 text-center text-14 text-ink-2">{takings.empty}</p>}
        <ul className="divide-y">
          {summary.last.map((payment) => (
            <li key={payment.id}>
              <Line payment={payment} place={place} today={shortDate} onChoose={() => onChoose(payment)} />
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

type LineProps = { payment: PosPayment; place: SlipPlace; today: string; onChoose(): void };

function Line({ payment, place, today, onChoose }: LineProps) {
  const { status, label } = paymentStatus(payment);
  const { time, shortDate } = instantLabels(payment.createdAt, place.zone);
  return (
    <button
      type="button"
      data-payment={payment.id}
      onClick={onChoose}
      className="flex min-h-14 w-full items-center gap-3 rounded-till px-3 py-2 text-start hover:bg-ink/4"
    >
      <StatusMark status={status} className={`size-5 ${STATUS_COLOURS[status]}`} />
      <span className="min-w-0 flex-1">
        <span className={`block text-14 font-medium ${STATUS_COLOURS[status]}`}>{label}</span>
        <span className="block truncate text-12 text-ink-2">
          <span className="figures">{shortDate === today ? time : `${shortDate}, ${time}`}</span>
          {payment.reference !== null && <span>{` · ${payment.reference}`}</span>}
        </span>
      </span>
      <span className="text-end text-16">
        <Money value={localizeAmount(payment.amount, place.sign)} unit={payment.price !== undefined} />
        {payment.price && (
          <span translate="no" className="money block text-12 text-ink-2">
            {localizePrice(payment.price.total, place.sign)}
          </span>
        )}
      </span>
      <ChevronRight aria-hidden="true" strokeWidth={1.5} className="size-4 shrink-0 text-ink-2 rtl:-scale-x-100" />
    </button>
  );
}

/** As large as the loaded summary, so that nothing moves. */
export function ShiftSummarySkeleton() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-3 px-4 pt-2 motion-safe:animate-breathe">
      <Skeleton still className="mx-auto mb-6 h-28 w-64" />
      {[1, 2, 3, 4, 5].map((line) => (
        <Skeleton still key={line} className="h-11" />
      ))}
    </div>
  );
}
