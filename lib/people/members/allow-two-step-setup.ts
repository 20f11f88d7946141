import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { memberships, merchants, users } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import { orm } from "@/lib/base/db/client";
import { conflict } from "@/lib/base/values/errors";
import { recordAccountAudit } from "@/lib/people/accounts/record-audit";
import { lockTeam } from "@/lib/people/members/lock-team";
import { inSetupHours } from "@/lib/people/second-factor/two-step-setup";

export const AllowTwoStepSetupInput = z.object({ userId: z.guid() });
export type AllowTwoStepSetupInput = z.infer<typeof AllowTwoStepSetupInput>;

/**
 * Lets a member set up the two-step sign-in that the business requires with their password alone, for an hour. For
 * servers without email; where there is one, the member gets a link. Errors: `not_found`; `conflict` with a mail
 * server, if the business doesn't require it, or if the member has it.
 */
export async function allowTwoStepSetup(ctx: MemberContext, { userId }: AllowTwoStepSetupInput): Promise<void> {
  const { merchantId, actor } = ctx;
  await ctx.db.sql.begin(async (tx) => {
    const member = (await lockTeam(tx, merchantId)).member(userId);
    if (ctx.settings.mail) throw conflict("This server sends email. The member can request a setup link themselves.");
    const [needs] = await orm(tx)
      .select({ id: users.id })
      .from(users)
      .innerJoin(merchants, and(eq(merchants.id, merchantId), eq(merchants.requiresTwoStep, true)))
      .where(and(eq(users.id, member.userId), isNull(users.totpEnabledAt)));
    if (!needs) throw conflict("Two-step sign-in isn't required here, or this member has already set it up.");
    await orm(tx)
      .update(memberships)
      .set({ twoStepSetupUntil: inSetupHours() })
      .where(and(eq(memberships.merchantId, merchantId), eq(memberships.userId, member.userId)));
    const target = { targetType: "user" as const, targetId: member.userId };
    await recordAudit(tx, { merchantId, actor, action: "member.two_step_setup_allowed", ...target });
    await recordAccountAudit(tx, actor, "authenticator.setup_allowed", { userId: member.userId });
  });
}
