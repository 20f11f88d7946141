import { eq } from "drizzle-orm";
import { z } from "zod";
import { invitations } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { notFound } from "@/lib/base/values/errors";
import { requireManaged } from "@/lib/people/members/grant";
import { revokeInvitations } from "@/lib/people/members/revoke-invitations";

export const RevokeInvitationInput = z.object({ invitationId: z.guid() });
export type RevokeInvitationInput = z.infer<typeof RevokeInvitationInput>;

/** Revokes an open invitation: its link stops working immediately. Errors: `not_found`, `forbidden`. */
export async function revokeInvitation(ctx: MemberContext, { invitationId }: RevokeInvitationInput): Promise<void> {
  await ctx.db.sql.begin(async (tx) => {
    const [role] = await revokeInvitations(tx, ctx, eq(invitations.id, invitationId));
    if (!role) throw notFound("invitation");
    requireManaged(ctx.role, role);
  });
}
