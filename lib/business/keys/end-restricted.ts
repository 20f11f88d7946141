import { and, sql as fragment } from "drizzle-orm";
import { restrictedKeys } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import { orm } from "@/lib/base/db/client";
import { DomainError } from "@/lib/base/values/errors";
import { hasNotEnded, isOwnRestricted } from "@/lib/business/keys/restricted-where";
import type { RestrictedKeyId } from "@/lib/business/keys/schemas";

/**
 * Ends a restricted key with all of its secrets, immediately in every process, since none caches it. The endpoints that
 * it made go on. Error: `not_found`, also for a key that has ended.
 */
export async function endRestrictedKey(ctx: MemberContext, { restrictedKeyId }: RestrictedKeyId): Promise<void> {
  const { merchantId, environment, actor } = ctx;
  await ctx.db.sql.begin(async (tx) => {
    const [ended] = await orm(tx)
      .update(restrictedKeys)
      .set({ endsAt: fragment`clock_timestamp()` })
      .where(and(isOwnRestricted(ctx, restrictedKeyId), hasNotEnded()))
      .returning({ name: restrictedKeys.name });
    if (!ended) throw new DomainError("not_found", "This key has already stopped working.");
    await recordAudit(tx, {
      merchantId,
      actor,
      action: "restricted_key.ended",
      targetType: "restricted_key",
      targetId: restrictedKeyId,
      before: { name: ended.name, environment },
    });
  });
}
