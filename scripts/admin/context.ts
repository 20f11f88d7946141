import { type Context, systemContext } from "@/lib/base/context/context";
import type { Database } from "@/lib/base/db/client";
import { findOwner, type Owned, type OwnerOf } from "@/lib/business/merchants/find-owner";

/** The operator at the command line. */
export const operator = (db: Database) => systemContext(db, "admin");

/** The operator's context for the owner of a terminal, endpoint or delivery. Error: `not_found`. */
export async function owning<What extends Owned>(
  db: Database,
  what: What,
  id: string,
): Promise<Context & OwnerOf<What>> {
  const ctx = operator(db);
  return { ...ctx, ...(await findOwner(ctx, what, id)) };
}
