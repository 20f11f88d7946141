import { recordAudit } from "@/lib/audit/record";
import type { MerchantContext } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import type { TeamRow } from "@/lib/members/lock-team";

/** Ends one membership in the caller's transaction, under the team's lock. */
export async function endMembership(
  tx: Transaction,
  { merchantId, actor }: MerchantContext,
  action: "member.removed" | "member.left",
  { userId, role, terminalIds }: TeamRow,
): Promise<void> {
  await tx`delete from memberships where merchant_id = ${merchantId} and user_id = ${userId}`;
  const before = { role, terminals: terminalIds };
  await recordAudit(tx, { merchantId, actor, action, targetType: "user", targetId: userId, before });
}
