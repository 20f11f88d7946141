import { PaymentAmount } from "@/components/payments/payment-amount";
import { Amount } from "@/components/ui/amount";
import { Ledger, LedgerLine } from "@/components/ui/ledger";
import { Roll } from "@/components/ui/paper";
import { displayAmount } from "@/lib/base/values/money";
import type { AttentionItem } from "@/lib/payments/attention/get-attention";
import { attentionKinds, attentionMessages } from "@/lib/service/messages/en/attention";

const { figures } = attentionMessages;

/** The amounts of an item: due, received, and the difference that it is about. */
export function ItemFigures({ item }: { item: AttentionItem }) {
  const { intent, amountMicros, refunds, lateMicros = 0n } = item;
  const back = refunds.filter(({ state }) => state === "left").reduce((sum, one) => sum + one.amountMicros, 0n);
  return (
    <Roll>
      <section aria-label={figures.label} className="flex flex-col gap-4 px-5 pt-6 pb-6">
        <Ledger>
          {intent && (
            <>
              <LedgerLine name={figures.due}>
                <PaymentAmount payment={intent} />
              </LedgerLine>
              <LedgerLine name={figures.receivedOnTime}>
                <Amount value={displayAmount(intent.receivedMicros)} />
              </LedgerLine>
              {lateMicros > 0n && (
                <LedgerLine name={figures.receivedLate}>
                  <Amount value={displayAmount(lateMicros)} />
                </LedgerLine>
              )}
              {intent.toleranceMicros > 0n && (
                <LedgerLine name={figures.tolerance}>
                  <Amount value={displayAmount(intent.toleranceMicros)} />
                </LedgerLine>
              )}
            </>
          )}
          <LedgerLine name={attentionKinds[item.kind].amount} strong>
            {item.kind === "unreadable" && amountMicros === 0n ? (
              figures.unknown
            ) : (
              <Amount value={displayAmount(amountMicros)} />
            )}
          </LedgerLine>
          {back > 0n && (
            <LedgerLine name={figures.refunded}>
              <Amount value={displayAmount(back)} />
            </LedgerLine>
          )}
        </Ledger>
      </section>
    </Roll>
  );
}
