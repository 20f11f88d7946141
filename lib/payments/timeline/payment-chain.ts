import { and, eq, sql as fragment } from "drizzle-orm";
import { type chainSightings, paymentIntents, receiveAddresses } from "@/drizzle/schema";
import type { MerchantContext } from "@/lib/base/context/context";
import { tronFromHex } from "@/lib/base/tron/address";
import { CONFIRMATIONS_REQUIRED } from "@/lib/payments/page/progress";

/** A transfer in a block that is not final yet. */
export type Sighting = Pick<
  typeof chainSightings.$inferSelect,
  "network" | "txHash" | "amountMicros" | "blockNumber" | "seenAt"
> & {
  id: string;
  /** at most `CONFIRMATIONS_REQUIRED` */
  confirmations: number;
};

/** The on-chain side of a live payment. */
export type PaymentChain = {
  /** base58; null before an address is assigned */
  receiveAddress: string | null;
  toleranceMicros: bigint;
  sightings: Sighting[];
  /** pending, and the balance of its address differs from the ledger; left out: not so */
  differs?: true;
};

/** Null in the sandbox. The caller has checked that the member may see the payment. */
export async function paymentChain(ctx: MerchantContext, id: string): Promise<PaymentChain | null> {
  const [facts] = await ctx.db.orm
    .select({
      environment: paymentIntents.environment,
      differs: fragment<boolean>`${paymentIntents.status} = 'pending' and ${receiveAddresses.differsAt} is not null`,
      receiveAddress: paymentIntents.receiveAddress,
      toleranceMicros: paymentIntents.toleranceMicros,
    })
    .from(paymentIntents)
    .leftJoin(
      receiveAddresses,
      and(
        eq(receiveAddresses.address, paymentIntents.receiveAddress),
        eq(receiveAddresses.merchantId, paymentIntents.merchantId),
      ),
    )
    .where(and(eq(paymentIntents.id, id), eq(paymentIntents.merchantId, ctx.merchantId)));
  if (facts?.environment !== "live") return null;
  const { receiveAddress, toleranceMicros } = facts;
  const sightings = await selectSightings(ctx, id);
  return {
    receiveAddress: receiveAddress && tronFromHex(receiveAddress),
    toleranceMicros,
    sightings,
    ...(facts.differs && { differs: true as const }),
  };
}

/** Recorded transfers no longer count as sightings. */
async function selectSightings({ db: { sql }, merchantId }: MerchantContext, id: string): Promise<Sighting[]> {
  const rows = await sql<(Omit<Sighting, "blockNumber"> & { blockNumber: bigint })[]>`
    select s.tx_hash || ' ' || s.log_index as id, s.network, s.tx_hash as "txHash", s.amount_micros as "amountMicros",
           s.block_number as "blockNumber", s.seen_at as "seenAt",
           greatest(0, least(${CONFIRMATIONS_REQUIRED}::int, c.head_number - s.block_number + 1))::int as confirmations
      from chain_sightings s join chain_cursors c on c.network = s.network
      join payment_intents i on i.id = s.intent_id and i.merchant_id = ${merchantId}
     where s.intent_id = ${id} and not exists (
       select from transfers t
        where t.merchant_id = ${merchantId} and t.network = s.network and t.tx_hash = s.tx_hash
          and t.log_index = s.log_index)
     order by s.block_number, s.log_index`;
  return rows.map((row) => ({ ...row, blockNumber: Number(row.blockNumber) }));
}
