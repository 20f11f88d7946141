import { and, desc, eq, isNotNull } from "drizzle-orm";
import { restrictedKeys } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";

const MOST = 50;

/** The newest keys that may prepare refunds or could, for a filter of the list. */
export async function listRefundKeys(ctx: MemberContext): Promise<{ id: string; name: string }[]> {
  return ctx.db.orm
    .select({ id: restrictedKeys.id, name: restrictedKeys.name })
    .from(restrictedKeys)
    .where(
      and(
        eq(restrictedKeys.merchantId, ctx.merchantId),
        eq(restrictedKeys.environment, ctx.environment),
        isNotNull(restrictedKeys.refundLimitMicros),
      ),
    )
    .orderBy(desc(restrictedKeys.createdAt), desc(restrictedKeys.id))
    .limit(MOST);
}
