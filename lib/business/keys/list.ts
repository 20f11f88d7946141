import { and, eq, sql as fragment, gt, isNull, or } from "drizzle-orm";
import { apiKeys, terminals } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { isVisibleTerminal } from "@/lib/base/context/visible-terminals";

/** `endsAt` is when a replaced key stops working; null for a current key. */
export type WorkingKey = Awaited<ReturnType<typeof listKeys>>[number];

/** The environment's working keys; a terminal's current key comes before its replaced ones. */
export async function listKeys(ctx: MemberContext, { terminalId = null }: { terminalId?: string | null } = {}) {
  const { id, last4, createdAt, lastUsedAt, endsAt } = apiKeys;
  return ctx.db.orm
    .select({ id, terminalId: terminals.id, terminalName: terminals.name, last4, createdAt, lastUsedAt, endsAt })
    .from(apiKeys)
    .innerJoin(terminals, eq(terminals.id, apiKeys.terminalId))
    .where(
      and(
        eq(apiKeys.merchantId, ctx.merchantId),
        eq(apiKeys.environment, ctx.environment),
        isVisibleTerminal(ctx, apiKeys.terminalId),
        terminalId === null ? undefined : eq(terminals.id, terminalId),
        or(isNull(endsAt), gt(endsAt, fragment`now()`)),
        isNull(terminals.archivedAt),
      ),
    )
    .orderBy(fragment`lower(${terminals.name})`, terminals.id, fragment`${endsAt} desc nulls first`);
}
