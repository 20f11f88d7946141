import { z } from "zod";
import type { MemberContext } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { endMembership } from "@/lib/members/end";
import { requireManaged } from "@/lib/members/grant";
import { lockTeam } from "@/lib/members/lock-team";

export const RemoveMemberInput = z.object({ userId: z.guid() });
export type RemoveMemberInput = z.infer<typeof RemoveMemberInput>;

/**
 * Takes somebody out of this shop, at once; his account and his other shops stay. Errors: `not_found`, `forbidden` for an
 * owner removed by somebody else than an owner, `conflict` for oneself.
 */
export async function removeMember(ctx: MemberContext, { userId }: RemoveMemberInput): Promise<void> {
  await ctx.db.sql.begin(async (tx) => {
    const team = await lockTeam(tx, ctx.merchantId);
    const member = team.member(userId);
    requireManaged(team.roleOf(ctx.actor.userId), member.role);
    if (member.userId === ctx.actor.userId) throw new DomainError("conflict", "To go yourself, leave the shop.");
    await endMembership(tx, ctx, "member.removed", member);
  });
}
