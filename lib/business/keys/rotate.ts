import { and, eq, sql as fragment, gt, isNull } from "drizzle-orm";
import { z } from "zod";
import { apiKeys, terminals } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import { ENVIRONMENTS, type MerchantContext } from "@/lib/base/context/context";
import { orm, type Transaction } from "@/lib/base/db/client";
import { conflict, DomainError, notFound } from "@/lib/base/values/errors";
import { forgetKey } from "@/lib/business/keys/find";
import { newKey } from "@/lib/business/keys/key";
import { type EventBody, originOf } from "@/lib/delivery/events/catalog";
import { emitEvents } from "@/lib/delivery/events/emit";

export const GRACE_HOURS = [0, 1, 24] as const;

export const RotateKeyInput = z.object({
  terminalId: z.guid(),
  environment: z.enum(ENVIRONMENTS),
  /** how long the old key keeps working */
  graceHours: z.literal([...GRACE_HOURS], "Choose when the old key stops working: now, in 1 hour or in 24 hours."),
});
export type RotateKeyInput = z.infer<typeof RotateKeyInput>;

/** Replaced keys of a terminal in one environment that still work: their list shows all. */
export const MOST_REPLACED_KEYS = 20;

/**
 * Replaces a terminal's key in one environment and emits `key.rotated`. The new key is returned only here; of two
 * concurrent calls the second rotates the first one's key. Works even when live is not ready: a leaked key must be
 * replaceable. Errors: `not_found` when there is no key to rotate, `conflict` if the old key is to go on beside
 * `MOST_REPLACED_KEYS`.
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
    if (graceHours > 0) await requireRoom(tx, ctx.merchantId, input);
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

async function requireRoom(tx: Transaction, merchantId: string, { terminalId, environment }: RotateKeyInput) {
  const count = await orm(tx).$count(
    apiKeys,
    and(
      eq(apiKeys.terminalId, terminalId),
      eq(apiKeys.merchantId, merchantId),
      eq(apiKeys.environment, environment),
      gt(apiKeys.endsAt, fragment`now()`),
    ),
  );
  if (count < MOST_REPLACED_KEYS) return;
  throw conflict(
    `${MOST_REPLACED_KEYS} earlier keys of this terminal still work. Let the old key stop working now, or wait until one has ended.`,
  );
}
