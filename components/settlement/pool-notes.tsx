import { Note } from "@/components/ui/note";
import { walletMessages } from "@/lib/messages/en/wallet";
import { capacityText } from "@/lib/wallets/capacity";
import type { Pool } from "@/lib/wallets/pool";

const words = walletMessages.pool;

/** What is or will soon be wrong with a pool of addresses, and what helps. */
export function PoolNotes({ pool, canChange }: { pool: Pool; canChange: boolean }) {
  const help = canChange ? words.addAddresses : words.askOwner;
  return (
    <>
      {pool.isEmpty ? (
        <Note tone="brick">
          <strong className="font-semibold">{words.empty.strong}</strong> {words.empty.text} {help}
        </Note>
      ) : (
        pool.isLow && (
          <Note tone="amber">
            <strong className="font-semibold">{words.low.strong(Math.floor((pool.use ?? 0) * 100))}</strong>{" "}
            {words.low.text} {pool.capacity && `${capacityText(pool.capacity)}. `}
            {help}
          </Note>
        )
      )}
      {pool.isBeyondGap && (
        <Note tone="amber">
          <strong className="font-semibold">{words.gap.strong(pool.unusedRun)}</strong> {words.gap.text}
        </Note>
      )}
    </>
  );
}
