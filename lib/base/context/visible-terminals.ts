import { inArray, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Tenant, TenantContext } from "@/lib/base/context/context";

/** SQL that restricts a query to the terminals of the caller's tenant; `column` holds the terminal's id. */
export function visibleTerminals(ctx: Pick<TenantContext, "db" | "terminalIds">, column: string) {
  const { sql } = ctx.db;
  if (ctx.terminalIds === null) return sql`true`;
  return sql`${sql(column)} = any(${ctx.terminalIds}::uuid[])`;
}

/** `visibleTerminals` for the query builder; undefined, which `and` leaves out, for a tenant with every terminal. */
export function isVisibleTerminal(ctx: Pick<Tenant, "terminalIds">, column: AnyPgColumn): SQL | undefined {
  return ctx.terminalIds === null ? undefined : inArray(column, ctx.terminalIds);
}
