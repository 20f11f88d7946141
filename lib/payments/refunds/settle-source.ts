import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import type { Network } from "@/lib/base/context/network";
import type { Transaction } from "@/lib/base/db/client";
import { type HexAddress, tronFromHex } from "@/lib/base/tron/address";
import { conflict } from "@/lib/base/values/errors";
import { displayAmount } from "@/lib/base/values/money";
import { readWalletBalance } from "@/lib/chain/nodes/wallet-balance";
import { type LockedRefund, lockRefund, requireNotSent } from "@/lib/payments/refunds/lock";
import { choosePaidFrom } from "@/lib/payments/refunds/paid-from";
import { refundTarget } from "@/lib/payments/refunds/target";

/**
 * Before a refund is signed: has it paid from where the money is now, as `moveSource` does. Asks a node, so the caller
 * holds no locks. Errors: those of `moveSource`, `conflict` when the refund wallet is known to hold less.
 */
export async function settleSource(ctx: MemberContext, network: Network, refundId: string): Promise<void> {
  const wallet = await moveSource(ctx, network, refundId);
  if (!wallet) return;
  const { usdtMicros } = await readWalletBalance(ctx, network, wallet.address);
  if (usdtMicros === null || usdtMicros >= wallet.amountMicros) return;
  throw conflict(
    `Your refund wallet holds only ${displayAmount(usdtMicros)} USDT, less than this refund. Send USDT to ${tronFromHex(wallet.address)}, then sign the refund.`,
  );
}

/**
 * Has a refund paid from where the money is now, so from the refund wallet if its address was swept meanwhile. Nothing
 * that was signed for it may arrive any more, so `settleSent` comes first. Returns the refund wallet if that pays it.
 * Errors: `not_found`, `conflict` when it was sent, or its address is known to hold less and no refund wallet is set.
 */
export function moveSource(
  ctx: MemberContext,
  network: Network,
  refundId: string,
): Promise<{ address: HexAddress; amountMicros: bigint } | null> {
  return ctx.db.sql.begin(async (tx) => {
    const refund = await lockRefund(tx, ctx, { refundId });
    await requireNotSent(tx, refund, "signed");
    const { from, isWallet } = await chooseSource(tx, network, refund);
    if (from !== refund.from) await movePayment(tx, ctx, refund, from);
    return isWallet ? { address: from, amountMicros: refund.amountMicros } : null;
  });
}

type Place = { current: HexAddress | null; receivedAt: HexAddress | null };

/** A refund that is paid from the current refund wallet stays there: someone may just be paying it by hand. */
async function chooseSource(tx: Transaction, network: Network, { id: refundId, merchantId, ...refund }: LockedRefund) {
  const [place] = await tx<[Place]>`
    select w.address as current,
           coalesce(a.address, i.receive_address, t.address) as "receivedAt"
      from refunds f
      left join refund_wallets w on w.merchant_id = f.merchant_id and w.removed_at is null
      left join receive_addresses a on a.address = f.from_address and a.merchant_id = f.merchant_id
      left join payment_intents i on i.id = f.intent_id and i.merchant_id = f.merchant_id
      left join attention_items n on n.id = f.item_id and n.merchant_id = f.merchant_id
      left join transfers t on t.id = n.transfer_id and t.merchant_id = n.merchant_id
     where f.id = ${refundId} and f.merchant_id = ${merchantId}`;
  const { current, receivedAt } = place;
  if (current && refund.from === current) return { from: current, isWallet: true };
  const { amountMicros } = refund;
  const from = await choosePaidFrom(tx, { merchantId, network, receivedAt, amountMicros, refundId });
  if (!from) throw new Error(`refund ${refundId} is of money at no address`);
  return { from, isWallet: from !== receivedAt };
}

async function movePayment(tx: Transaction, ctx: MemberContext, refund: LockedRefund, from: HexAddress): Promise<void> {
  const { merchantId, actor } = ctx;
  await tx`
    update refunds set from_address = ${from}
     where id = ${refund.id} and merchant_id = ${merchantId} and status in ('waiting_for_address', 'prepared', 'failed')`;
  await recordAudit(tx, {
    merchantId,
    actor,
    action: "refund.source_changed",
    ...refundTarget(refund),
    before: { refundId: refund.id, address: refund.from && tronFromHex(refund.from) },
    after: { address: tronFromHex(from) },
  });
}
