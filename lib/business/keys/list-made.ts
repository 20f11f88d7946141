import { and, eq, sql as fragment, inArray } from "drizzle-orm";
import { restrictedKeys } from "@/drizzle/schema";
import type { Context, Environment } from "@/lib/base/context/context";
import type { Scope } from "@/lib/base/values/scopes";
import { hasNotEnded } from "@/lib/business/keys/restricted-where";

export type MadeKey = Awaited<ReturnType<typeof listMadeKeys>>[number];

/**
 * The restricted keys of businesses that haven't ended, in both environments, with the member who made each, or only
 * those of one.
 */
export async function listMadeKeys(ctx: Context, merchantIds: string[], madeBy?: string) {
  const { id, merchantId, name, environment, scopes } = restrictedKeys;
  const rows = await ctx.db.orm
    .select({ id, merchantId, name, environment, scopes, madeBy: restrictedKeys.madeBy })
    .from(restrictedKeys)
    .where(
      and(
        inArray(merchantId, merchantIds),
        madeBy === undefined ? undefined : eq(restrictedKeys.madeBy, madeBy),
        hasNotEnded(),
      ),
    )
    .orderBy(fragment`lower(${name})`, id);
  return rows.map((row) => ({
    ...row,
    environment: row.environment as Environment,
    scopes: row.scopes as Scope[],
  }));
}
