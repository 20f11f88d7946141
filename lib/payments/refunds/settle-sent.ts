import type { MerchantContext } from "@/lib/base/context/context";
import type { Network } from "@/lib/base/context/network";
import type { Transaction } from "@/lib/base/db/client";
import { conflict } from "@/lib/base/values/errors";
import { lookUpSent, type SentState } from "@/lib/chain/nodes/look-up-sent";
import { findFailure } from "@/lib/chain/nodes/node-transaction";
import { findSentRefund, isInFlight, isReported, isUnsettled, type SentRefund } from "@/lib/payments/refunds/in-flight";
import { lockRefund } from "@/lib/payments/refunds/lock";
import { EXPIRED } from "@/lib/payments/refunds/state";
import { moveToFailed } from "@/lib/payments/refunds/transition";

type Sent = SentRefund & { isInFlight: boolean; isUnsent: boolean };

/**
 * Before a refund is sent with a new transaction or cancelled: makes sure that none that it was sent with earlier has
 * paid, whether the ledger has it or not, and records those that failed. Asks the nodes, so the caller holds no locks.
 * Error: `conflict` when one has paid or still may, or the nodes can't tell.
 */
export async function settleSent(ctx: MerchantContext, network: Network, refundId: string): Promise<void> {
  const { db, merchantId } = ctx;
  const sent = await db.sql<Sent[]>`
    select s.tx_hash as "txHash", ${isReported(db.sql)} as "isReported", ${isInFlight(db.sql)} as "isInFlight",
           s.unsent_id is not distinct from s.id as "isUnsent"
      from sent_transactions s
     where s.merchant_id = ${merchantId} and s.network = ${network.id} and s.refund_id = ${refundId}
       and ${isUnsettled(db.sql)}
     order by s.created_at, s.id`;
  for (const one of sent) {
    if (one.isReported) throw conflict(REPORTED);
    const state = await lookUpSent(ctx, network, one.txHash);
    if (state === "failed") await markFailed(ctx, network, one.txHash);
    else if (one.isInFlight) throw conflict(IN_FLIGHT);
    else if (state === "included") throw conflict(INCLUDED);
    // of one that no node took, only a block that contains it says otherwise
    else if (state !== "absent" && !one.isUnsent) throw conflict(UNCLEAR);
  }
  // none of them can arrive any more
  const isSettled = await db.sql.begin((tx) => failUnlessSent(tx, { id: refundId, merchantId }, EXPIRED));
  if (!isSettled) throw conflict(IN_FLIGHT);
}

const REPORTED =
  "This refund was already sent, but the nodes don't agree about its transfer yet. See Needs attention. Nothing was changed.";
const IN_FLIGHT = "This refund was already sent and may still be confirmed. Wait until it's confirmed or expires.";
const INCLUDED =
  "This refund was already sent: its transaction is on the blockchain, but isn't recorded yet. Till reads the last hour again every ten minutes. If it isn't recorded after that, attach the transaction. Nothing was changed.";
const UNCLEAR =
  "Couldn't find out whether the transaction that this refund was sent with has arrived. Nothing was changed. Try again in a few minutes.";

/** What the nodes say of a transaction that was sent. Records that it has failed, and why as far as a node says. */
export async function refreshSentState(
  ctx: MerchantContext,
  network: Network,
  sent: SentRefund,
): Promise<{ state: SentState; failure?: string }> {
  if (sent.isReported) return { state: "included" };
  const state = await lookUpSent(ctx, network, sent.txHash);
  return state === "failed" ? { state, failure: await markFailed(ctx, network, sent.txHash) } : { state };
}

async function markFailed(ctx: MerchantContext, network: Network, txHash: string): Promise<string | undefined> {
  const { db, merchantId, settings } = ctx;
  const failure = await findFailure(network, { txHash, apiKey: settings.tronApiKey });
  await db.sql.begin(async (tx) => {
    const [sent] = await tx<{ refundId: string | null }[]>`
      select refund_id as "refundId" from sent_transactions
       where merchant_id = ${merchantId} and network = ${network.id} and tx_hash = ${txHash}`;
    // as everyone, the refund before its transactions
    if (sent?.refundId) await lockRefund(tx, { merchantId, environment: "live" }, { refundId: sent.refundId });
    const failed = await tx<{ refundId: string | null }[]>`
      update sent_transactions set failed_at = now(), failure = ${failure}
       where merchant_id = ${merchantId} and network = ${network.id} and tx_hash = ${txHash} and failed_at is null
      returning refund_id as "refundId"`;
    for (const { refundId } of failed) {
      if (refundId) await failUnlessSent(tx, { id: refundId, merchantId }, failure);
    }
  });
  return failure ?? undefined;
}

/** False: a colleague has sent the refund, with another transaction, since its transactions were read. */
async function failUnlessSent(
  tx: Transaction,
  refund: { id: string; merchantId: string },
  failure: string | null,
): Promise<boolean> {
  const { id: refundId, merchantId } = refund;
  await lockRefund(tx, { merchantId, environment: "live" }, { refundId });
  if (await findSentRefund(tx, { merchantId, refundId })) return false;
  await moveToFailed(tx, refund, failure);
  return true;
}
