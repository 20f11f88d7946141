import { z } from "zod";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext, TenantContext } from "@/lib/base/context/context";
import { requireNetwork } from "@/lib/base/context/network";
import { visibleTerminals } from "@/lib/base/context/visible-terminals";
import type { Sql, Transaction } from "@/lib/base/db/client";
import { type HexAddress, tronFromHex } from "@/lib/base/tron/address";
import { conflict, notFound } from "@/lib/base/values/errors";
import { isStorable } from "@/lib/base/values/storable-text";
import { typedAmount } from "@/lib/base/values/typed-amount";
import { knownBalance } from "@/lib/chain/wallets/known-balance";
import { readRecipient } from "@/lib/chain/wallets/recipient";
import { insertRefund, type RefundDraft } from "@/lib/payments/refunds/insert";
import { choosePaidFrom } from "@/lib/payments/refunds/paid-from";
import { lockRefundable, requireLeft } from "@/lib/payments/refunds/refundable";
import { refundTarget } from "@/lib/payments/refunds/target";
import type { MovedRefund } from "@/lib/payments/refunds/transition";

const AMOUNT = "Enter an amount above 0 with at most six decimals, for example 12.50.";
const REASON = "Enter a reason of up to 200 characters.";

/** The fields that a member enters. */
export const RefundFields = z.object({
  amount: typedAmount({ least: 1n, error: AMOUNT }),
  /** as given by the customer, never the sender of a transfer; empty: the payment page asks for it */
  to: z.string().trim().max(100),
  /** for the business's own records; empty: none */
  reason: z.string().trim().max(200, REASON).refine(isStorable, { error: REASON }).prefault(""),
});

export const PrepareIntentRefundInput = RefundFields.extend({ intentId: z.guid() });
export type PrepareIntentRefundInput = z.output<typeof PrepareIntentRefundInput>;

/**
 * Prepares a refund of what a payment received, whole or in part, several times, until all of it is given back. Without
 * a recipient it waits for the customer's address. Errors: those of `prepareRefund`.
 */
export async function prepareIntentRefund(
  ctx: MemberContext,
  { intentId, amount, to, reason }: PrepareIntentRefundInput,
): Promise<{ refundId: string }> {
  const by = { userId: ctx.actor.userId };
  const wanted = { intentId, amountMicros: amount, to: to || null, reason: reason || null, by };
  const { id } = await ctx.db.sql.begin((tx) => prepareRefund(tx, ctx, wanted));
  return { refundId: id };
}

type Wanted = Pick<RefundDraft, "amountMicros" | "by"> & {
  intentId: string;
  /** base58; null: the refund waits for the customer's address */
  to: string | null;
  reason: string | null;
};

/**
 * Prepares a refund of a payment that the caller reaches, with its event and its audit entry, in the caller's
 * transaction. Errors: `not_found`; `conflict` when nothing is left to refund, the money is on a former network, or its
 * address is known to hold less and no refund wallet is set; `invalid_request` with field `to` or `amount`.
 */
export async function prepareRefund(
  tx: Transaction,
  ctx: TenantContext,
  { intentId, amountMicros, to: text, reason, by }: Wanted,
): Promise<MovedRefund> {
  const { merchantId, environment, actor } = ctx;
  const network = environment === "live" ? requireNetwork(ctx.settings) : null;
  const { receivedAt, isOnFormerNetwork } = await findMoney(tx, ctx, intentId);
  const itemId = await lockOnlyItem(tx, ctx, { intentId, amountMicros });
  await lockRefundable(tx, { merchantId, intentId });
  const to = text === null ? null : await readRecipient(tx, { text, token: network?.token ?? null, merchantId });
  await requireLeft(tx, { merchantId, intentId }, amountMicros);
  if (isOnFormerNetwork) throw conflict(FORMER_NETWORK);
  const from = await choosePaidFrom(tx, { merchantId, network, receivedAt, amountMicros });
  const refund = await insertRefund(tx, {
    merchantId,
    environment,
    intentId,
    itemId,
    amountMicros,
    from,
    to,
    reason,
    by,
    network: network?.id ?? null,
  });
  await recordAudit(tx, {
    merchantId,
    actor,
    action: "refund.prepared",
    ...refundTarget(refund),
    after: { refundId: refund.id, to: to && tronFromHex(to), amountMicros: String(amountMicros) },
  });
  return refund;
}

export const FORMER_NETWORK =
  "This money arrived on another network than the one live payments use now, so you can't refund it here.";

type Money = {
  /** the address that received it; null in the sandbox */
  receivedAt: HexAddress | null;
  /** what that holds at most; null: not known */
  balanceMicros: bigint | null;
  /** what the address lacks is paid from there */
  hasRefundWallet: boolean;
  isOnFormerNetwork: boolean;
};

/** Where the money of a payment lies. Error: `not_found`. */
export async function findMoney(tx: Sql | Transaction, ctx: TenantContext, intentId: string): Promise<Money> {
  const network = ctx.settings.network?.id ?? null;
  const [money] = await tx<Money[]>`
    select i.receive_address as "receivedAt", ${knownBalance(tx, network)} as "balanceMicros",
           exists (select from refund_wallets w
                    where w.merchant_id = i.merchant_id and w.removed_at is null) as "hasRefundWallet",
           coalesce(i.environment = 'live' and ${network} <> (
             select t.network from transfers t where t.intent_id = i.id and t.merchant_id = i.merchant_id limit 1), false)
             as "isOnFormerNetwork"
      from payment_intents i
      left join receive_addresses a on a.address = i.receive_address and a.merchant_id = i.merchant_id
     where i.id = ${intentId} and i.merchant_id = ${ctx.merchantId} and i.environment = ${ctx.environment}
       and ${visibleTerminals(ctx, "i.terminal_id")}`;
  if (!money) throw notFound("intent");
  return money;
}

/** The payment's only open item, which this refund settles, unless the refund is more than the item's own transfer. */
async function lockOnlyItem(
  tx: Transaction,
  { merchantId }: TenantContext,
  { intentId, amountMicros }: { intentId: string; amountMicros: bigint },
): Promise<string | null> {
  const items = await tx<{ id: string; isEnough: boolean }[]>`
    select n.id, n.transfer_id is null or n.amount_micros >= ${amountMicros} as "isEnough" from attention_items n
     where n.intent_id = ${intentId} and n.merchant_id = ${merchantId} and n.resolved_at is null and n.kind <> 'disputed'
     order by n.id for no key update`;
  const [only] = items;
  return items.length === 1 && only?.isEnough ? only.id : null;
}
