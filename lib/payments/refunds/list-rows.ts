import type { refunds } from "@/drizzle/schema";
import type { MerchantContext } from "@/lib/base/context/context";
import { type HexAddress, tronFromHex } from "@/lib/base/tron/address";
import { transferCommand } from "@/lib/base/tron/command-lines";
import { knownBalance } from "@/lib/chain/wallets/known-balance";
import { describeShortfall } from "@/lib/payments/refunds/describe-shortfall";
import { isInFlight, isReported, isUnsent } from "@/lib/payments/refunds/in-flight";

/**
 * What a refund waits for, or what became of it. `address`: the customer's address. `unconfirmed`: a member's password.
 * `waiting`: a signature. `confirming`: its transaction was sent and may still arrive, or arrived and isn't recorded
 * yet.
 */
type RefundState = "address" | "unconfirmed" | "waiting" | "confirming" | "failed" | "left" | "withdrawn";

export type RefundRow = Pick<typeof refunds.$inferSelect, "id" | "amountMicros" | "createdAt" | "reason"> & {
  state: RefundState;
  /** null in the sandbox */
  from: string | null;
  /** null: it waits for the customer's address */
  to: string | null;
  /** null: a key prepared it */
  preparedBy: string | null;
  /** the name of the key that prepared it; null: a member did */
  preparedByKey: string | null;
  /** when it was sent, as far as Till sent it; null: it wasn't */
  sentAt: Date | null;
  /** when it left for good; null: it didn't */
  finalAt: Date | null;
  /** when it was cancelled; null: it wasn't */
  withdrawnAt: Date | null;
  /** of the transfer that it leaves by; simulated in the sandbox */
  txHash: string | null;
  /**
   * no block after that contains the transaction that was sent; null: none was sent, it left, or a block contains it
   */
  expiresAt: Date | null;
  /**
   * a signed transaction that no node is known to have, and that can be sent again until `expiresAt`; `isUnsent`:
   * nothing was sent, so it can be discarded. Null: there is none
   */
  kept: { txHash: string; expiresAt: Date; isUnsent: boolean } | null;
  /**
   * while it waits: the transaction that it was last sent with failed, `cause` as java-tron names it; null: it didn't
   */
  failed: { cause: string | null } | null;
  /** while it waits: why its address is known to be unable to pay it; null: it can, as far as is known */
  shortfall: string | null;
  /** for wallet-cli, while it waits, its address can pay it and no signed transaction is kept; null in the sandbox */
  command: string | null;
};

type StoredRefund = Omit<RefundRow, "from" | "to" | "shortfall" | "command" | "kept" | "failed"> & {
  from: HexAddress | null;
  to: HexAddress | null;
  balanceMicros: bigint | null;
  hasRefundWallet: boolean;
  keptHash: string | null;
  keptUntil: Date | null;
  isUnsent: boolean | null;
  hasFailed: boolean;
  failure: string | null;
};

/** The refunds of a payment or of an item, oldest first. The caller has checked that the member may see it. */
export async function listRefundRows(
  { db: { sql }, settings, merchantId }: MerchantContext,
  owner: { intentId: string; itemId?: null } | { itemId: string; intentId?: null },
): Promise<RefundRow[]> {
  const { intentId = null, itemId = null } = owner;
  const { id: network = null, token } = settings.network ?? {};
  const rows = await sql<StoredRefund[]>`
    select f.id, f.from_address as from, f.to_address as to, f.amount_micros as "amountMicros", f.reason,
           f.created_at as "createdAt", f.sent_at as "sentAt", f.final_at as "finalAt", f.withdrawn_at as "withdrawnAt",
           coalesce(nullif(u.name, ''), u.email) as "preparedBy", k.name as "preparedByKey",
           case when f.status = 'final' then 'left'
                when f.status = 'cancelled' then 'withdrawn'
                when sent.tx_hash is not null or (f.status = 'sent' and f.environment = 'sandbox') then 'confirming'
                when f.status = 'failed' then 'failed'
                when f.status = 'waiting_for_address' then 'address'
                when f.confirmed_at is null then 'unconfirmed' else 'waiting' end as state,
           ${knownBalance(sql, network)} as "balanceMicros",
           exists (select from refund_wallets w
                    where w.merchant_id = f.merchant_id and w.removed_at is null) as "hasRefundWallet",
           coalesce(o.tx_hash, f.simulated_tx_hash, sent.tx_hash) as "txHash", sent.expires_at as "expiresAt",
           kept.tx_hash as "keptHash", kept.expires_at as "keptUntil", kept.is_unsent as "isUnsent",
           f.failed_at is not null or last.failed_at is not null as "hasFailed", coalesce(last.failure, f.failure) as failure
      from refunds f left join users u on u.id = f.prepared_by
      left join restricted_keys k on k.id = f.prepared_by_key and k.merchant_id = f.merchant_id
      left join receive_addresses a on a.address = f.from_address and a.merchant_id = f.merchant_id
      left join outgoing_transfers o on o.id = f.outgoing_id and o.merchant_id = f.merchant_id
      left join lateral (
        select s.tx_hash, case when not ${isReported(sql)} then s.expires_at end as expires_at from sent_transactions s
         where s.refund_id = f.id and s.merchant_id = f.merchant_id and ${isInFlight(sql)}
         order by s.created_at desc, s.id limit 1) sent on f.status not in ('final', 'cancelled')
      left join lateral (
        select s.tx_hash, s.expires_at, s.unsent_id is not distinct from s.id as is_unsent from sent_transactions s
         where s.refund_id = f.id and s.merchant_id = f.merchant_id and s.raw_data_hex is not null and s.accepted_at is null
           and not ${isReported(sql)} and (${isUnsent(sql)} or (s.expires_at > now() and ${isInFlight(sql)}))
         order by is_unsent, s.created_at desc, s.id limit 1) kept on f.status not in ('final', 'cancelled')
      left join lateral (
        select s.failed_at, s.failure from sent_transactions s
         where s.refund_id = f.id and s.merchant_id = f.merchant_id
         order by s.created_at desc, s.id limit 1) last on f.status not in ('final', 'cancelled')
     where (f.item_id = ${itemId} or f.intent_id = ${intentId}) and f.merchant_id = ${merchantId}
     order by f.created_at, f.id`;
  return rows.map(
    ({ from, to, balanceMicros, keptHash, keptUntil, isUnsent, hasFailed, failure, hasRefundWallet, ...row }) => {
      const { state } = row;
      const isWaiting = state === "waiting";
      const kept = keptHash && keptUntil && { txHash: keptHash, expiresAt: keptUntil, isUnsent: isUnsent === true };
      const lacks = isWaiting ? describeShortfall(balanceMicros, { ...row, isPrepared: true }) : null;
      return {
        ...row,
        from: from && tronFromHex(from),
        to: to && tronFromHex(to),
        // signing moves it to the refund wallet
        shortfall: hasRefundWallet ? null : lacks,
        kept: kept || null,
        failed: (isWaiting || state === "failed") && hasFailed ? { cause: failure } : null,
        command:
          token && from && to && isWaiting && !lacks && !kept ? transferCommand({ token, from, to, ...row }) : null,
      };
    },
  );
}
