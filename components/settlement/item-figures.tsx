import { KIND_WORDS } from "@/components/settlement/item-words";
import { Amount } from "@/components/ui/amount";
import { Ledger, LedgerLine } from "@/components/ui/ledger";
import { Roll } from "@/components/ui/paper";
import { displayAmount } from "@/lib/money";
import type { AttentionItem } from "@/lib/settlement/get-attention";

/** The sums of an item as a slip: what was asked, what came, and the difference that it is about. */
export function ItemFigures({ item }: { item: AttentionItem }) {
  const { intent, amountMicros, refunds } = item;
  const back = refunds.filter(({ state }) => state === "left").reduce((sum, one) => sum + one.amountMicros, 0n);
  return (
    <Roll>
      <section aria-label="Sums" className="flex flex-col gap-4 px-5 pt-6 pb-6">
        <Ledger>
          {intent && (
            <>
              <LedgerLine name="Asked for">
                <Amount value={displayAmount(intent.amountMicros)} />
              </LedgerLine>
              <LedgerLine name="Came in time">
                <Amount value={displayAmount(intent.receivedMicros)} />
              </LedgerLine>
              {intent.toleranceMicros > 0n && (
                <LedgerLine name="Tolerance">
                  <Amount value={displayAmount(intent.toleranceMicros)} />
                </LedgerLine>
              )}
            </>
          )}
          <LedgerLine name={KIND_WORDS[item.kind].amount} strong>
            {item.kind === "unreadable" && amountMicros === 0n ? (
              "Unknown"
            ) : (
              <Amount value={displayAmount(amountMicros)} />
            )}
          </LedgerLine>
          {back > 0n && (
            <LedgerLine name="Given back">
              <Amount value={displayAmount(back)} />
            </LedgerLine>
          )}
        </Ledger>
      </section>
    </Roll>
  );
}
