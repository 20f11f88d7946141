import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { memberships } from "@/drizzle/schema";
import { recordAudit } from "@/lib/audit/record";
import type { MemberContext } from "@/lib/context";
import { orm } from "@/lib/db/client";
import { Grant, grantedTerminals, requireManaged } from "@/lib/members/grant";
import { lockTeam } from "@/lib/members/lock-team";
import { revokeInvitationsOf } from "@/lib/members/revoke-invitations";
import { managedRoles } from "@/lib/permissions";

export const ChangeMemberInput = z.intersection(z.object({ userId: z.guid() }), Grant);
export type ChangeMemberInput = z.infer<typeof ChangeMemberInput>;

/**
 * Changes a member's role and terminals, immediately. Their open invitations end if the new role can't give them. Errors: `not_found`; `forbidden` if someone who is not an owner
 * changes an owner or makes one; `conflict` for the only owner.
 */
export async function changeMember(ctx: MemberContext, input: ChangeMemberInput): Promise<void> {
  await ctx.db.sql.begin(async (tx) => {
    const team = await lockTeam(tx, ctx.merchantId);
    const before = team.member(input.userId);
    requireManaged(team.getRole(ctx.actor.userId), before.role, input.role);
    if (before.role === "owner" && input.role !== "owner") team.requireAnotherOwner(input.userId);
    const terminalIds = await grantedTerminals(tx, ctx.merchantId, input);
    await orm(tx)
      .update(memberships)
      .set({ role: input.role, terminalIds })
      .where(and(eq(memberships.merchantId, ctx.merchantId), eq(memberships.userId, input.userId)));
    await recordAudit(tx, {
      merchantId: ctx.merchantId,
      actor: ctx.actor,
      action: "member.changed",
      targetType: "user",
      targetId: before.userId,
      before: { role: before.role, terminals: before.terminalIds },
      after: { role: input.role, terminals: terminalIds },
    });
    await revokeInvitationsOf(tx, ctx, before.userId, managedRoles(input.role));
  });
}
