import { and, eq, sql as fragment, gt } from "drizzle-orm";
import { restrictedKeySecrets, restrictedKeys } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import { orm } from "@/lib/base/db/client";
import { DomainError } from "@/lib/base/values/errors";
import { hasNotEnded, isOwnRestricted } from "@/lib/business/keys/restricted-where";
import type { RestrictedSecretId } from "@/lib/business/keys/schemas";

/**
 * Ends a replaced secret of a restricted key that still works, immediately in every process. Error: `not_found`, also
 * for a current secret and one that has ended.
 */
export async function endRestrictedSecret(ctx: MemberContext, { secretId }: RestrictedSecretId): Promise<void> {
  const { merchantId, environment, actor } = ctx;
  const { keyId, endsAt, id, last4 } = restrictedKeySecrets;
  await ctx.db.sql.begin(async (tx) => {
    const [ended] = await orm(tx)
      .update(restrictedKeySecrets)
      .set({ endsAt: fragment`clock_timestamp()` })
      .from(restrictedKeys)
      .where(
        and(
          eq(id, secretId),
          gt(endsAt, fragment`clock_timestamp()`),
          eq(restrictedKeys.id, keyId),
          isOwnRestricted(ctx),
          hasNotEnded(),
        ),
      )
      .returning({ keyId, last4 });
    if (!ended) throw new DomainError("not_found", "This key has already stopped working.");
    await recordAudit(tx, {
      merchantId,
      actor,
      action: "restricted_key.secret_ended",
      targetType: "restricted_key",
      targetId: ended.keyId,
      after: { environment, last4: ended.last4 },
    });
  });
}
