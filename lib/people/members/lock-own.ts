import { and, eq } from "drizzle-orm";
import { memberships } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { orm, type Transaction } from "@/lib/base/db/client";
import { notFound } from "@/lib/base/values/errors";
import type { Role } from "@/lib/base/values/permissions";

/**
 * Locks the caller's own membership, so that it doesn't end before what belongs to it is saved, or with `update` also
 * so that one change of this goes on at a time. Returns the role that the caller has by now. Error: `not_found` for
 * someone who was just removed.
 */
export async function lockOwnMembership(
  tx: Transaction,
  { merchantId, actor }: MemberContext,
  strength: "key share" | "update" = "key share",
): Promise<Role> {
  const [own] = await orm(tx)
    .select({ role: memberships.role })
    .from(memberships)
    .where(and(eq(memberships.merchantId, merchantId), eq(memberships.userId, actor.userId)))
    .for(strength);
  if (!own) throw notFound("merchant");
  return own.role;
}
