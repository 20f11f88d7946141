import { and, eq } from "drizzle-orm";
import { memberships } from "@/drizzle/schema";
import { recordAudit } from "@/lib/audit/record";
import type { MerchantContext } from "@/lib/context";
import { orm, type Transaction } from "@/lib/db/client";
import type { TeamRow } from "@/lib/members/lock-team";

/** Ends one membership in the caller's transaction, under the team's lock. */
export async function endMembership(
  tx: Transaction,
  { merchantId, actor }: MerchantContext,
  action: "member.removed" | "member.left",
  { userId, role, terminalIds }: TeamRow,
): Promise<void> {
  await orm(tx)
    .delete(memberships)
    .where(and(eq(memberships.merchantId, merchantId), eq(memberships.userId, userId)));
  const before = { role, terminals: terminalIds };
  await recordAudit(tx, { merchantId, actor, action, targetType: "user", targetId: userId, before });
}
