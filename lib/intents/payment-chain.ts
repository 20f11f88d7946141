import type { MerchantContext } from "@/lib/context";
import { CONFIRMATIONS_REQUIRED } from "@/lib/intents/progress";
import { tronFromHex } from "@/lib/settlement/address";
import type { ItemKind, ItemResolution } from "@/lib/settlement/item-kinds";

/** A transfer in a block that is not final yet. */
export type Sighting = {
  id: string;
  network: string;
  txHash: string;
  amountMicros: bigint;
  blockNumber: number;
  /** at most `CONFIRMATIONS_REQUIRED` */
  confirmations: number;
  seenAt: Date;
};

/** The on-chain side of a live payment. */
export type PaymentChain = {
  /** base58; null before an address is assigned */
  receiveAddress: string | null;
  toleranceMicros: bigint;
  sightings: Sighting[];
  /** its items under Needs attention, open and resolved */
  items: { id: string; kind: ItemKind; amountMicros: bigint; resolution: ItemResolution | null }[];
};

type Facts = { environment: string; receiveAddress: string | null; toleranceMicros: bigint };

/** Null in the sandbox. The caller has checked that the member may see the payment. */
export async function paymentChain(ctx: MerchantContext, id: string): Promise<PaymentChain | null> {
  const { sql } = ctx.db;
  const [facts] = await sql<Facts[]>`
    select environment, receive_address as "receiveAddress", tolerance_micros as "toleranceMicros"
      from payment_intents where id = ${id} and merchant_id = ${ctx.merchantId}`;
  if (facts?.environment !== "live") return null;
  const [sightings, items] = await Promise.all([
    selectSightings(ctx, id),
    sql<PaymentChain["items"]>`
      select id, kind, amount_micros as "amountMicros", resolution from attention_items
       where intent_id = ${id} and merchant_id = ${ctx.merchantId} order by created_at, id`,
  ]);
  const { receiveAddress, toleranceMicros } = facts;
  return { receiveAddress: receiveAddress && tronFromHex(receiveAddress), toleranceMicros, sightings, items };
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
       select from transfers t where t.network = s.network and t.tx_hash = s.tx_hash and t.log_index = s.log_index)
     order by s.block_number, s.log_index`;
  return rows.map((row) => ({ ...row, blockNumber: Number(row.blockNumber) }));
}
