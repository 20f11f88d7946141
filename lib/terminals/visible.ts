import type { MemberContext } from "@/lib/context";

/** SQL that restricts a query to the terminals that the member can see; `column` holds the terminal's id. */
export function visibleTerminals(ctx: MemberContext, column: string) {
  const { sql } = ctx.db;
  if (ctx.terminalIds === null) return sql`true`;
  return sql`${sql(column)} = any(${ctx.terminalIds}::uuid[])`;
}
