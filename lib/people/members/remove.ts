import { z } from "zod";
import type { MemberContext } from "@/lib/base/context/context";
import { DomainError } from "@/lib/base/values/errors";
import { endMembership } from "@/lib/people/members/end";
import { requireManaged } from "@/lib/people/members/grant";
import { lockTeam } from "@/lib/people/members/lock-team";

export const RemoveMemberInput = z.object({ userId: z.guid() });
export type RemoveMemberInput = z.infer<typeof RemoveMemberInput>;

/**
 * Removes a member immediately; the person's account and other memberships stay. Errors: `not_found`, `forbidden` if
 * someone who is not an owner removes an owner, `conflict` for the caller.
 */
export async function removeMember(ctx: MemberContext, { userId }: RemoveMemberInput): Promise<void> {
  await ctx.db.sql.begin(async (tx) => {
    const team = await lockTeam(tx, ctx.merchantId);
    const member = team.member(userId);
    requireManaged(team.getRole(ctx.actor.userId), member.role);
    if (member.userId === ctx.actor.userId)
      throw new DomainError("conflict", "You can't remove yourself. Leave the business from your account instead.");
    await endMembership(tx, ctx, "member.removed", member);
  });
}
