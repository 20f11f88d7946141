import { z } from "zod";
import type { UserContext } from "@/lib/base/context/context";
import { notFound } from "@/lib/base/values/errors";
import { endMembership } from "@/lib/people/members/end";
import { lockTeam } from "@/lib/people/members/lock-team";

export const LeaveMerchantInput = z.object({ merchantId: z.guid() });
export type LeaveMerchantInput = z.infer<typeof LeaveMerchantInput>;

/** Ends the signed-in person's own membership. Errors: `not_found`, `conflict` for the only owner. */
export async function leaveMerchant(ctx: UserContext, { merchantId }: LeaveMerchantInput): Promise<void> {
  const { userId } = ctx.actor;
  await ctx.db.sql.begin(async (tx) => {
    const team = await lockTeam(tx, merchantId);
    if (!team.getRole(userId)) throw notFound("merchant");
    const own = team.member(userId);
    if (own.role === "owner") team.requireAnotherOwner(userId);
    await endMembership(tx, { ...ctx, merchantId: merchantId.toLowerCase() }, "member.left", own);
  });
}
