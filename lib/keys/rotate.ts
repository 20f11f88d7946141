import { and, eq, sql as fragment, isNull } from "drizzle-orm";
import { z } from "zod";
import { apiKeys, terminals } from "@/drizzle/schema";
import { recordAudit } from "@/lib/audit/record";
import { ENVIRONMENTS, type MerchantContext } from "@/lib/context";
import { orm } from "@/lib/db/client";
import { DomainError, notFound } from "@/lib/errors";
import { forgetKey } from "@/lib/keys/find";
import { newKey } from "@/lib/keys/key";
import { emitEvents } from "@/lib/webhooks/emit";
import { type EventBody, originOf } from "@/lib/webhooks/events";

export const GRACE_HOURS = [0, 1, 24] as const;

export const RotateKeyInput = z.object({
  terminalId: z.guid(),
  environment: z.enum(ENVIRONMENTS),
  /** how long the old key keeps working */
  graceHours: z.literal([...GRACE_HOURS], "Choose when the old key stops working: now, in 1 hour or in 24 hours."),
});
export type RotateKeyInput = z.infer<typeof RotateKeyInput>;

/**
 * Replaces a terminal's key in one environment and emits `key.rotated`. The new key is returned only here; of two concurrent
 * calls the second rotates the first one's key. Works even when live is not ready: a leaked key must be replaceable.
 * Error: `not_found` when there is no key to rotate.
 */
export async function rotateKey(ctx: MerchantContext, input: RotateKeyInput): Promise<{ key: string; last4: string }> {
  const { terminalId, environment, graceHours } = input;
  const fresh = newKey(environment);
  const old = await ctx.db.sql.begin(async (tx) => {
    const [terminal] = await orm(tx)
      .select({ id: terminals.id })
      .from(terminals)
      .where(and(eq(terminals.id, terminalId), eq(terminals.merchantId, ctx.merchantId)))
      .for("no key update");
    if (!terminal) throw notFound("terminal");
    const [ended] = await orm(tx)
      .update(apiKeys)
      .set({ endsAt: fragment`now() + make_interval(hours => ${graceHours})` })
      .where(
        and(
          eq(apiKeys.terminalId, terminalId),
          eq(apiKeys.merchantId, ctx.merchantId),
          eq(apiKeys.environment, environment),
          isNull(apiKeys.endsAt),
        ),
      )
      .returning({ hash: apiKeys.keyHash, last4: apiKeys.last4, now: fragment<Date>`now()` });
    if (!ended) throw new DomainError("not_found", `This terminal has no ${environment} key to rotate.`);
    await orm(tx)
      .insert(apiKeys)
      .values({ merchantId: ctx.merchantId, terminalId, environment, keyHash: fresh.hash, last4: fresh.last4 });
    const body: EventBody<"key.rotated"> = {
      event: "key.rotated",
      terminal_id: terminalId,
      ...originOf(environment),
      rotated_at: ended.now.toISOString(),
      last4: fresh.last4,
    };
    await emitEvents(tx, [
      { type: "key.rotated", merchantId: ctx.merchantId, terminalId, intentId: null, environment, body },
    ]);
    await recordAudit(tx, {
      merchantId: ctx.merchantId,
      actor: ctx.actor,
      action: "api_key.rotated",
      targetType: "terminal",
      targetId: terminalId,
      before: { environment, last4: ended.last4 },
      after: { environment, last4: fresh.last4, graceHours },
    });
    return ended;
  });
  forgetKey(old.hash);
  return { key: fresh.key, last4: fresh.last4 };
}
