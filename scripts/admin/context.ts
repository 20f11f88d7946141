import { type MerchantContext, systemContext } from "@/lib/context";
import type { Database } from "@/lib/db/client";
import { findOwner } from "@/lib/merchants/find-owner";

/** The operator at the command line. */
export const operator = (db: Database) => systemContext(db, "admin");

/** The operator's context for the merchant that owns a terminal, endpoint or delivery. Error: `not_found`. */
export async function owning(
  db: Database,
  what: "terminal" | "endpoint" | "delivery",
  id: string,
): Promise<MerchantContext> {
  const ctx = operator(db);
  return { ...ctx, merchantId: await findOwner(ctx, what, id) };
}
