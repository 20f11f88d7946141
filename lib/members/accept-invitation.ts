import { z } from "zod";
import type { UserContext } from "@/lib/context";
import { takeInvitation } from "@/lib/members/take-invitation";
import { LinkToken } from "@/lib/users/link-token";

export const AcceptInvitationInput = z.object({ token: LinkToken });
export type AcceptInvitationInput = z.infer<typeof AcceptInvitationInput>;

/** Makes a signed-in person a member by a link. Errors: those of `takeInvitation`. */
export async function acceptInvitation(
  ctx: UserContext,
  { token }: AcceptInvitationInput,
): Promise<{ merchantId: string }> {
  const { userId } = ctx.actor;
  return ctx.db.sql.begin(async (tx) => {
    const [user] = await tx<[{ id: string; email: string }]>`select id, email from users where id = ${userId}`;
    return takeInvitation(tx, token, user, ctx.actor);
  });
}
