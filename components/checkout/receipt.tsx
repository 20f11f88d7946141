import { isOverpaid } from "@/components/checkout/shown-status";
import { Amount } from "@/components/ui/amount";
import { Ledger, LedgerLine } from "@/components/ui/ledger";
import { LocalTime } from "@/components/ui/local-time";
import { ShortId } from "@/components/ui/short-id";
import { StatusMark } from "@/components/ui/status-mark";
import type { Checkout } from "@/lib/intents/get-checkout";

/** What the customer keeps of a paid payment. */
export function Receipt({ checkout }: { checkout: Checkout }) {
  const overpaid = isOverpaid(checkout);
  return (
    <section aria-label="Receipt" className="px-6 pt-8 pb-6">
      <h2 className="text-center text-20 font-semibold wrap-anywhere">{checkout.merchantName}</h2>
      <p className="text-center text-14 text-ink-2">{checkout.terminalName}</p>
      <div className="my-5 border-t border-dashed border-ink-2/60" />
      <Ledger>
        <LedgerLine name={overpaid ? "Asked for" : "Amount"} strong={!overpaid}>
          <Amount value={checkout.amount} />
        </LedgerLine>
        {overpaid && (
          <LedgerLine name="Received" strong>
            <Amount value={checkout.received ?? checkout.amount} />
          </LedgerLine>
        )}
        {checkout.reference !== null && <LedgerLine name="Reference">{checkout.reference}</LedgerLine>}
        {checkout.endedAt !== null && (
          <LedgerLine name="Paid">
            <LocalTime iso={checkout.endedAt} />
          </LedgerLine>
        )}
        <LedgerLine name="Payment">
          <ShortId id={checkout.id} name="the payment's id" />
        </LedgerLine>
      </Ledger>
      {overpaid && <p className="mt-4 text-14">More arrived than was asked for. Show this receipt to the shop.</p>}
      <div className="my-5 border-t border-dashed border-ink-2/60" />
      <p className="flex items-center justify-center gap-2 text-20 font-semibold text-verdigris">
        <StatusMark status="paid" className="size-6" />
        Paid
      </p>
      {checkout.environment === "sandbox" && (
        <p className="mt-2 text-center text-14 text-ink-2">Sandbox: no real money moved.</p>
      )}
    </section>
  );
}
