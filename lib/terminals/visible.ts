import type { MemberContext } from "@/lib/context";

/** SQL that holds a query to the terminals that a member may see; `column` is the column of the terminal's id. */
export function visibleTerminals(ctx: MemberContext, column: string) {
  const { sql } = ctx.db;
  if (ctx.terminalIds === null) return sql`true`;
  return sql`${sql(column)} = any(${ctx.terminalIds}::uuid[])`;
}
