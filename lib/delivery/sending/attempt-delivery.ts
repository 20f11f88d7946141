import { eq, sql as fragment } from "drizzle-orm";
import { webhookDeliveries } from "@/drizzle/schema";
import type { Context } from "@/lib/base/context/context";
import type { Sql } from "@/lib/base/db/client";
import { type AttemptResult, attemptOnce } from "@/lib/delivery/sending/attempt";
import { claimById, giveBack } from "@/lib/delivery/sending/claim";
import { followHealth } from "@/lib/delivery/sending/follow-health";
import { untilUnlocked } from "@/lib/delivery/sending/locked-rows";
import { recordAttempts } from "@/lib/delivery/sending/record-attempts";
import { webhookSender } from "@/lib/delivery/sending/send";

/**
 * `done` when the delivery has ended, otherwise when to ask again. `recovered` when its endpoint had been failing, so
 * that the endpoint's other pending deliveries are now due.
 */
export type DeliveryProgress = ({ done: true; status: "delivered" | "failed" } | { done: false; retryAt: string }) & {
  recovered?: boolean;
};

/** Makes the next attempt of one delivery if it is due and not claimed. Safe to call any number of times. */
export async function attemptDelivery(ctx: Context, id: string): Promise<DeliveryProgress> {
  const { sql } = ctx.db;
  const claimed = await claimById(sql, id);
  const result = claimed && (await attemptOnce(ctx.settings, claimed, webhookSender(ctx.settings)));
  if (result) await record(sql, result);
  else if (claimed) await giveBack(sql, [claimed]);
  const recovered = result?.outcome === "delivered" && result.wasFailing && !result.isTest;
  const [row] = await ctx.db.orm
    .select({
      status: webhookDeliveries.status,
      nextAttemptAt: fragment<Date | null>`greatest(${webhookDeliveries.nextAttemptAt}, ${webhookDeliveries.leasedUntil})`,
    })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.id, id));
  if (!row) return { done: true, status: "failed" };
  if (row.status !== "pending" || !row.nextAttemptAt)
    return { done: true, status: row.status as "delivered" | "failed", recovered };
  return { done: false, retryAt: row.nextAttemptAt.toISOString() };
}

async function record(sql: Sql, result: AttemptResult): Promise<void> {
  for (;;) {
    const { changes, locked } = await recordAttempts(sql, [result]);
    await followHealth(sql, changes);
    if (locked.size === 0) return;
    await untilUnlocked();
  }
}
