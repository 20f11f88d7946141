import { Note } from "@/components/ui/note";
import { capacityText, poolText } from "@/lib/chain/wallets/capacity";
import type { Pool } from "@/lib/chain/wallets/pool";
import { walletMessages } from "@/lib/service/messages/en/wallet";

const words = walletMessages.pool;

/** What is or will soon be wrong with a pool of addresses, and what helps. */
export function PoolNotes({ pool, neverReuse, canChange }: { pool: Pool; neverReuse: boolean; canChange: boolean }) {
  const help = canChange ? words.addAddresses : words.askOwner;
  return (
    <>
      {pool.isEmpty ? (
        <Note tone="brick">
          <strong className="font-semibold">{words.empty.strong}</strong>
          <span>{` ${poolText(pool)} ${neverReuse ? words.empty.textNeverReused : words.empty.text} ${help}`}</span>
        </Note>
      ) : (
        pool.isLow && (
          <Note tone="amber">
            <strong className="font-semibold">{poolText(pool)}</strong> {words.low}{" "}
            <span>{pool.capacity ? `${capacityText(pool.capacity)}. ${help}` : help}</span>
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
