import { eq } from "drizzle-orm";
import { z } from "zod";
import { users } from "@/drizzle/schema";
import type { UserContext } from "@/lib/base/context/context";
import { orm } from "@/lib/base/db/client";
import { requireRow } from "@/lib/base/db/require-row";
import { LinkToken } from "@/lib/people/accounts/link-token";
import { takeInvitation } from "@/lib/people/members/take-invitation";

export const AcceptInvitationInput = z.object({ token: LinkToken });
export type AcceptInvitationInput = z.infer<typeof AcceptInvitationInput>;

/** Makes a signed-in person a member by a link. Errors: those of `takeInvitation`. */
export async function acceptInvitation(
  ctx: UserContext,
  { token }: AcceptInvitationInput,
): Promise<{ merchantId: string }> {
  const { userId } = ctx.actor;
  return ctx.db.sql.begin(async (tx) => {
    const user = requireRow(
      await orm(tx).select({ id: users.id, email: users.email }).from(users).where(eq(users.id, userId)),
    );
    return takeInvitation(tx, token, user, ctx.actor);
  });
}
