import { and, eq } from "drizzle-orm";
import { memberships } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { MerchantContext } from "@/lib/base/context/context";
import { orm, type Transaction } from "@/lib/base/db/client";
import { lockAllAlarms } from "@/lib/base/db/locks";
import type { TeamRow } from "@/lib/people/members/lock-team";
import { revokeInvitationsOf } from "@/lib/people/members/revoke-invitations";

/**
 * Ends one membership and the invitations it has sent in the caller's transaction, under the team's lock. Alarms wait:
 * they hold rows that go with it.
 */
export async function endMembership(
  tx: Transaction,
  ctx: MerchantContext,
  action: "member.removed" | "member.left",
  { userId, role, terminalIds }: TeamRow,
): Promise<void> {
  const { merchantId, actor } = ctx;
  await lockAllAlarms(tx);
  await orm(tx)
    .delete(memberships)
    .where(and(eq(memberships.merchantId, merchantId), eq(memberships.userId, userId)));
  const before = { role, terminals: terminalIds };
  await recordAudit(tx, { merchantId, actor, action, targetType: "user", targetId: userId, before });
  await revokeInvitationsOf(tx, ctx, userId, []);
}
