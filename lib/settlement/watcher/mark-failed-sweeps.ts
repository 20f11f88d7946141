import { DomainError } from "@/lib/base/values/errors";
import type { WatchContext } from "@/lib/chain/nodes/watch-context";
import { isInFlight, isReported, type SentRefund } from "@/lib/payments/refunds/in-flight";
import { refreshSentState, settleSent } from "@/lib/payments/refunds/settle-sent";
import { scanDeadline } from "@/lib/settlement/watcher/backfill-in-parts";

/** One that succeeds is final by then, and recorded. */
const FINAL_AFTER = "2 minutes";
const MOST = 500;

/**
 * Records which sent transfers of sweeps and refunds the chain contains as failed, and why: no log tells of them, and
 * until then their addresses are left out of the next sweep, and the refunds can't be signed again. Asks about as many
 * as there is time for, chosen by chance, so that those that never reach a block don't keep others from being asked
 * about.
 */
export async function markFailedSweeps(ctx: WatchContext): Promise<void> {
  const { sql } = ctx.db;
  const until = scanDeadline();
  const sent = await sql<(SentRefund & { merchantId: string })[]>`
    select s.merchant_id as "merchantId", s.tx_hash as "txHash", ${isReported(sql)} as "isReported" from sent_transactions s
     where s.network = ${ctx.network.id} and s.created_at < now() - ${FINAL_AFTER}::interval
       and ${isInFlight(sql)}
     order by random() limit ${MOST}`;
  for (const { merchantId, ...one } of sent) {
    if (performance.now() >= until) return;
    await refreshSentState({ ...ctx, merchantId }, ctx.network, one);
  }
  await failExpiredRefunds(ctx, until);
}

/** Refunds whose transaction no block can contain any more. Where the nodes are unclear, they stay as they are. */
async function failExpiredRefunds(ctx: WatchContext, until: number): Promise<void> {
  const { sql } = ctx.db;
  const expired = await sql<{ id: string; merchantId: string }[]>`
    select f.id, f.merchant_id as "merchantId" from refunds f
     where f.status = 'sent' and f.environment = 'live' and not exists (
       select from sent_transactions s
        where s.refund_id = f.id and s.merchant_id = f.merchant_id and (s.network <> ${ctx.network.id} or ${isInFlight(sql)}))
     order by random() limit ${MOST}`;
  for (const { id, merchantId } of expired) {
    if (performance.now() >= until) return;
    await settleSent({ ...ctx, merchantId }, ctx.network, id).catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
    });
  }
}
