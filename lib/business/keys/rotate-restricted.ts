import { and, eq, sql as fragment, gt, isNull } from "drizzle-orm";
import { restrictedKeySecrets, restrictedKeys } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import { orm, type Transaction } from "@/lib/base/db/client";
import { requireRow } from "@/lib/base/db/require-row";
import { conflict, DomainError } from "@/lib/base/values/errors";
import type { Scope } from "@/lib/base/values/scopes";
import { newKey } from "@/lib/business/keys/key";
import { requireGrantable } from "@/lib/business/keys/require-grantable";
import { hasNotEnded, isOwnRestricted } from "@/lib/business/keys/restricted-where";
import { MOST_REPLACED_KEYS } from "@/lib/business/keys/rotate";
import type { RotateRestrictedKeyInput } from "@/lib/business/keys/schemas";
import { lockOwnMembership } from "@/lib/people/members/lock-own";

/**
 * Replaces the secret of a restricted key, which keeps its ID, scopes and endpoints, and makes the caller its maker.
 * The new key is returned only here; of two concurrent calls the second replaces the first one's. Emits no event.
 * Errors: `not_found`, also for a key that has ended; `forbidden` for a member who can't give all of its scopes;
 * `conflict` if the old secret is to go on beside `MOST_REPLACED_KEYS`.
 */
export async function rotateRestrictedKey(
  ctx: MemberContext,
  { restrictedKeyId, graceHours }: RotateRestrictedKeyInput,
): Promise<{ key: string }> {
  const { merchantId, environment, actor } = ctx;
  const fresh = newKey(environment);
  await ctx.db.sql.begin(async (tx) => {
    const role = await lockOwnMembership(tx, ctx);
    const { scopes } = await lockKey(tx, ctx, restrictedKeyId);
    requireGrantable(role, scopes);
    if (graceHours > 0) await requireRoom(tx, restrictedKeyId);
    const old = requireRow(
      await orm(tx)
        .update(restrictedKeySecrets)
        .set({ endsAt: fragment`clock_timestamp() + make_interval(hours => ${graceHours})` })
        .where(and(eq(restrictedKeySecrets.keyId, restrictedKeyId), isNull(restrictedKeySecrets.endsAt)))
        .returning({ last4: restrictedKeySecrets.last4 }),
    );
    await orm(tx)
      .insert(restrictedKeySecrets)
      .values({ keyId: restrictedKeyId, keyHash: fresh.hash, last4: fresh.last4 });
    await orm(tx).update(restrictedKeys).set({ madeBy: actor.userId }).where(isOwnRestricted(ctx, restrictedKeyId));
    await recordAudit(tx, {
      merchantId,
      actor,
      action: "restricted_key.rotated",
      targetType: "restricted_key",
      targetId: restrictedKeyId,
      before: { environment, last4: old.last4 },
      after: { environment, last4: fresh.last4, graceHours },
    });
  });
  return { key: fresh.key };
}

/** One rotation or end of a key goes on at a time. */
async function lockKey(tx: Transaction, ctx: MemberContext, id: string): Promise<{ scopes: Scope[] }> {
  const [key] = await orm(tx)
    .select({ scopes: restrictedKeys.scopes })
    .from(restrictedKeys)
    .where(and(isOwnRestricted(ctx, id), hasNotEnded()))
    .for("no key update");
  if (!key) throw new DomainError("not_found", "This key has already stopped working.");
  return { scopes: key.scopes as Scope[] };
}

async function requireRoom(tx: Transaction, keyId: string): Promise<void> {
  const { endsAt } = restrictedKeySecrets;
  const isReplaced = and(eq(restrictedKeySecrets.keyId, keyId), gt(endsAt, fragment`clock_timestamp()`));
  if ((await orm(tx).$count(restrictedKeySecrets, isReplaced)) < MOST_REPLACED_KEYS) return;
  throw conflict(
    `${MOST_REPLACED_KEYS} earlier secrets of this key still work. Let the old one stop working now, or revoke one first.`,
  );
}
