import { Note } from "@/components/ui/note";
import { capacityText } from "@/lib/settlement/capacity";
import type { Pool } from "@/lib/settlement/pool";

/** What is or will soon be wrong with a pool of addresses, and what helps. */
export function PoolNotes({ pool, canChange }: { pool: Pool; canChange: boolean }) {
  const help = canChange ? "Change the wallet and paste more addresses, or a public key, which has no end." : OWNER;
  return (
    <>
      {pool.isEmpty ? (
        <Note tone="brick">
          <strong className="font-semibold">No address is free.</strong> New live payments are refused until one has
          rested for half an hour. {help}
        </Note>
      ) : (
        pool.isLow && (
          <Note tone="amber">
            <strong className="font-semibold">
              {Math.floor((pool.use ?? 0) * 100)} % of the addresses are in use.
            </strong>{" "}
            When none is free, live payments are refused. {pool.capacity && `${capacityText(pool.capacity)}. `}
            {help}
          </Note>
        )
      )}
      {pool.isBeyondGap && (
        <Note tone="amber">
          <strong className="font-semibold">{pool.unusedRun} addresses in a row never got money.</strong> Many wallet
          apps look only twenty empty addresses ahead and may not show what lies beyond. It is yours all the same: set
          the app's gap limit higher, or use wallet-cli.
        </Note>
      )}
    </>
  );
}

const OWNER = "An owner can add addresses, or a public key, which has no end.";
