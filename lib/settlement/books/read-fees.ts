import type { transactionFees } from "@/drizzle/schema";
import type { Context } from "@/lib/base/context/context";
import { requireRow } from "@/lib/base/db/require-row";
import { findFee } from "@/lib/chain/nodes/node-transaction";

/** Transactions of one run, asked about one after the other. */
const AT_ONCE = 20;
/** After so many without an answer, nodes are left alone until the next run. */
const MOST_UNKNOWN = 3;
const FIRST_PAUSE = "1 minute";
const LONGEST_PAUSE = "1 day";

type Due = Pick<typeof transactionFees.$inferSelect, "id" | "merchantId" | "txHash">;

/**
 * Reads from a node what transactions cost which own addresses sent, each once. One that no node knows is asked about
 * again, at pauses as long as it has waited. Several engines never ask about the same one. Returns how many were read.
 */
export async function readDueFees(ctx: Context, signal?: AbortSignal): Promise<number> {
  const { network, tronApiKey } = ctx.settings;
  if (!network) return 0;
  let [read, unknown] = [0, 0];
  while (read < AT_ONCE && unknown < MOST_UNKNOWN && !signal?.aborted) {
    const due = await claim(ctx, network.id);
    if (!due) return read;
    const fee = await findFee(network, { txHash: due.txHash, apiKey: tronApiKey });
    if (fee) {
      await record(ctx, due, fee);
      read++;
    } else unknown++;
  }
  return read;
}

/** Until a fee has to be read; null: none has to be. */
export async function nextFeeDueMs({ db, settings: { network } }: Context): Promise<number | null> {
  if (!network) return null;
  const { ms } = requireRow(
    await db.sql<[{ ms: number | null }]>`
      select extract(epoch from min(next_read_at) - now())::float8 * 1000 as ms from transaction_fees
       where network = ${network.id} and next_read_at is not null`,
  );
  return ms === null ? null : Math.max(ms, 0);
}

async function claim({ db }: Context, network: string): Promise<Due | undefined> {
  const [due] = await db.sql<Due[]>`
    update transaction_fees
       set next_read_at = now() + least(greatest(now() - created_at, ${FIRST_PAUSE}::interval), ${LONGEST_PAUSE}::interval)
     where id = (select id from transaction_fees where network = ${network} and next_read_at <= now()
                  order by next_read_at limit 1 for update skip locked)
    returning id, merchant_id as "merchantId", tx_hash as "txHash"`;
  return due;
}

type Fee = NonNullable<Awaited<ReturnType<typeof findFee>>>;

/** What someone else paid, who moved the money by an allowance for example, is no cost of the business. */
async function record({ db }: Context, { id, merchantId }: Due, { payer, sun, at }: Fee): Promise<void> {
  await db.sql`
    update transaction_fees f
       set from_address = ${payer}, occurred_at = ${at}, read_at = now(), next_read_at = null,
           fee_sun = case when exists (select from receive_addresses a where a.address = ${payer} and a.merchant_id = f.merchant_id)
                            or exists (select from refund_wallets w where w.address = ${payer} and w.merchant_id = f.merchant_id)
                          then ${String(sun)}::bigint else 0 end
     where f.id = ${id} and f.merchant_id = ${merchantId} and f.read_at is null`;
}
