import { and, desc, eq, sql as fragment, gt } from "drizzle-orm";
import { restrictedKeySecrets, restrictedKeys } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { hasNotEnded, isOwnRestricted } from "@/lib/business/keys/restricted-where";

/** The replaced secrets of a restricted key that still work, the last one to end first. */
export async function listReplacedSecrets(ctx: MemberContext, keyId: string) {
  const { id, last4, createdAt, endsAt } = restrictedKeySecrets;
  return ctx.db.orm
    .select({ id, last4, createdAt, endsAt })
    .from(restrictedKeySecrets)
    .innerJoin(restrictedKeys, eq(restrictedKeys.id, restrictedKeySecrets.keyId))
    .where(and(isOwnRestricted(ctx, keyId), hasNotEnded(), gt(endsAt, fragment`now()`)))
    .orderBy(desc(endsAt), id);
}
