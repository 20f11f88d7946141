import { Amount } from "@/components/ui/amount";
import { Ledger, LedgerLine } from "@/components/ui/ledger";
import { LocalTime } from "@/components/ui/local-time";
import { ShortId } from "@/components/ui/short-id";
import type { Checkout } from "@/lib/intents/get-checkout";

const WORDS = {
  expired: {
    title: "This request has expired.",
    text: "If you have already paid, do not pay again: the shop sees every payment for this request.",
    next: "If you have not paid, ask the shop for a new request.",
    when: "Expired",
  },
  cancelled: {
    title: "The shop has cancelled this request.",
    text: "Do not pay it. If you have already paid, show the shop the number below.",
    next: "If you still want to pay, ask the shop for a new request.",
    when: "Cancelled",
  },
};

/** What is left of a request that ended without payment, and what to do now. */
export function EndedPaper({ checkout, status }: { checkout: Checkout; status: keyof typeof WORDS }) {
  const words = WORDS[status];
  return (
    <section aria-label={words.when} className="px-6 pt-8 pb-6">
      <h2 className="text-20 font-semibold">{words.title}</h2>
      <p className="mt-2 text-16">{words.text}</p>
      <p className="mt-2 text-16 text-ink-2">{words.next}</p>
      <div className="my-5 border-t border-dashed border-ink-2/60" />
      <Ledger>
        {checkout.received !== null && (
          <LedgerLine name="Received" strong>
            <Amount value={checkout.received} />
          </LedgerLine>
        )}
        {checkout.endedAt !== null && (
          <LedgerLine name={words.when}>
            <LocalTime iso={checkout.endedAt} />
          </LedgerLine>
        )}
        <LedgerLine name="Payment">
          <ShortId id={checkout.id} name="the payment's id" />
        </LedgerLine>
      </Ledger>
    </section>
  );
}
