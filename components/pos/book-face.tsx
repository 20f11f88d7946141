import { ChevronRight } from "lucide-react";
import { shownStatus } from "@/components/checkout/shown-status";
import type { SlipPlace } from "@/components/pos/slip";
import { TillAmount } from "@/components/pos/till-amount";
import { instantWords, zoneWords } from "@/components/ui/instant-words";
import { Money } from "@/components/ui/money";
import { Skeleton } from "@/components/ui/skeleton";
import { STATUS_COLOURS, STATUS_WORDS, StatusMark } from "@/components/ui/status-mark";
import type { TillBook } from "@/lib/pos/book";
import { inReadersManner } from "@/lib/pos/entry";
import type { TillPayment } from "@/lib/pos/present";

type Props = { book: TillBook; place: SlipPlace; onChoose(payment: TillPayment): void };

/** Today's takings and the last payments, newest first. */
export function BookFace({ book, place, onChoose }: Props) {
  const { since, total, count } = book.today;
  const { time, shortDate } = instantWords(since, place.zone);
  return (
    <>
      <section aria-label="Takings today" className="border-b border-dashed border-ink-2/60 px-4 pt-2 pb-6 text-center">
        <p className="text-14 text-ink-2">Today</p>
        <p>
          <TillAmount value={inReadersManner(total, place.sign)} />
        </p>
        <p className="text-14 text-ink-2">
          {count === 1 ? "1 payment" : `${count} payments`} since {time}, {shortDate},{" "}
          {zoneWords(new Date(since), place.zone)}
        </p>
      </section>
      <section aria-label="Last payments" className="px-1 py-2">
        {book.last.length === 0 && (
          <p className="px-3 py-6 text-center text-14 text-ink-2">No payment yet. The first one shows up here.</p>
        )}
        <ul className="divide-y">
          {book.last.map((payment) => (
            <li key={payment.id}>
              <Line payment={payment} place={place} today={shortDate} onChoose={() => onChoose(payment)} />
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

type LineProps = { payment: TillPayment; place: SlipPlace; today: string; onChoose(): void };

function Line({ payment, place, today, onChoose }: LineProps) {
  const status = shownStatus(payment);
  const { time, shortDate } = instantWords(payment.createdAt, place.zone);
  return (
    <button
      type="button"
      onClick={onChoose}
      className="flex min-h-14 w-full items-center gap-3 rounded-till px-3 py-2 text-start hover:bg-ink/4"
    >
      <StatusMark status={status} className={`size-5 ${STATUS_COLOURS[status]}`} />
      <span className="min-w-0 flex-1">
        <span className={`block text-14 font-medium ${STATUS_COLOURS[status]}`}>{STATUS_WORDS[status]}</span>
        <span className="block truncate text-12 text-ink-2">
          <span className="figures">{shortDate === today ? time : `${shortDate}, ${time}`}</span>
          {payment.reference !== null && ` · ${payment.reference}`}
        </span>
      </span>
      <span className="text-16">
        <Money value={inReadersManner(payment.amount, place.sign)} unit={false} />
      </span>
      <ChevronRight aria-hidden="true" strokeWidth={1.5} className="size-4 shrink-0 text-ink-2 rtl:-scale-x-100" />
    </button>
  );
}

/** As large as what comes. */
export function BookSkeleton() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-3 px-4 pt-2">
      <Skeleton className="mx-auto mb-6 h-28 w-64" />
      {[1, 2, 3, 4, 5].map((line) => (
        <Skeleton key={line} className="h-11" />
      ))}
    </div>
  );
}
