import { and, eq, sql as fragment, isNotNull, isNull } from "drizzle-orm";
import { terminals } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { isVisibleTerminal } from "@/lib/base/context/visible-terminals";

/** The name of every terminal that the member can see, archived ones last. */
export function listTerminalNames(ctx: MemberContext): Promise<Pick<typeof terminals.$inferSelect, "id" | "name">[]> {
  const { id, name, merchantId, archivedAt } = terminals;
  return ctx.db.orm
    .select({ id, name })
    .from(terminals)
    .where(and(eq(merchantId, ctx.merchantId), isVisibleTerminal(ctx, id)))
    .orderBy(isNotNull(archivedAt), fragment`lower(${name})`, id);
}

/** The terminals that the member can see and that still take payments, by name. */
export function listActiveTerminals(ctx: MemberContext): Promise<Pick<typeof terminals.$inferSelect, "id" | "name">[]> {
  const { id, name, merchantId, archivedAt } = terminals;
  return ctx.db.orm
    .select({ id, name })
    .from(terminals)
    .where(and(eq(merchantId, ctx.merchantId), isVisibleTerminal(ctx, id), isNull(archivedAt)))
    .orderBy(fragment`lower(${name})`, id);
}
