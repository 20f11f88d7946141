import { inArray, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { MemberContext } from "@/lib/base/context/context";

/** SQL that restricts a query to the terminals that the member can see; `column` holds the terminal's id. */
export function visibleTerminals(ctx: MemberContext, column: string) {
  const { sql } = ctx.db;
  if (ctx.terminalIds === null) return sql`true`;
  return sql`${sql(column)} = any(${ctx.terminalIds}::uuid[])`;
}

/** `visibleTerminals` for the query builder; undefined, which `and` leaves out, for a member who sees every terminal. */
export function isVisibleTerminal(ctx: MemberContext, column: AnyPgColumn): SQL | undefined {
  return ctx.terminalIds === null ? undefined : inArray(column, ctx.terminalIds);
}
