import { and, eq, sql as fragment, isNull } from "drizzle-orm";
import { z } from "zod";
import { invitations } from "@/drizzle/schema";
import { recordAudit } from "@/lib/audit/record";
import type { MemberContext } from "@/lib/context";
import { orm } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { requireManaged } from "@/lib/members/grant";

export const RevokeInvitationInput = z.object({ invitationId: z.guid() });
export type RevokeInvitationInput = z.infer<typeof RevokeInvitationInput>;

/** Revokes an invitation that was not accepted: its link stops working immediately. Errors: `not_found`, `forbidden`. */
export async function revokeInvitation(ctx: MemberContext, { invitationId }: RevokeInvitationInput): Promise<void> {
  await ctx.db.sql.begin(async (tx) => {
    const [invitation] = await orm(tx)
      .update(invitations)
      .set({ revokedAt: fragment`now()` })
      .where(
        and(
          eq(invitations.merchantId, ctx.merchantId),
          eq(invitations.id, invitationId),
          isNull(invitations.acceptedAt),
          isNull(invitations.revokedAt),
        ),
      )
      .returning({ id: invitations.id, email: invitations.email, role: invitations.role });
    if (!invitation) throw notFound("invitation");
    requireManaged(ctx.role, invitation.role);
    await recordAudit(tx, {
      merchantId: ctx.merchantId,
      actor: ctx.actor,
      action: "invitation.revoked",
      targetType: "invitation",
      targetId: invitation.id,
      before: { email: invitation.email, role: invitation.role },
    });
  });
}
