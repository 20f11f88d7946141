import { z } from "zod";
import { recordAudit } from "@/lib/audit/record";
import type { MemberContext } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { requireManaged } from "@/lib/members/grant";
import type { Role } from "@/lib/members/permissions";

export const RevokeInvitationInput = z.object({ invitationId: z.guid() });
export type RevokeInvitationInput = z.infer<typeof RevokeInvitationInput>;

/** Revokes an invitation that was not accepted: its link stops working immediately. Errors: `not_found`, `forbidden`. */
export async function revokeInvitation(ctx: MemberContext, { invitationId }: RevokeInvitationInput): Promise<void> {
  await ctx.db.sql.begin(async (tx) => {
    const [invitation] = await tx<{ id: string; email: string | null; role: Role }[]>`
      update invitations set revoked_at = now()
       where merchant_id = ${ctx.merchantId} and id = ${invitationId} and accepted_at is null and revoked_at is null
      returning id, email, role`;
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
