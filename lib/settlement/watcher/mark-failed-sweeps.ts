import type { WatchContext } from "@/lib/chain/nodes/watch-context";
import { isInFlight, isReported, type SentRefund } from "@/lib/payments/attention/in-flight";
import { refreshSentState } from "@/lib/payments/attention/settle-sent";
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
}
