import { eq } from "drizzle-orm";
import { z } from "zod";
import { users } from "@/drizzle/schema";
import type { UserContext } from "@/lib/base/context/context";
import { orm } from "@/lib/base/db/client";
import { requireRow } from "@/lib/base/db/require-row";
import { passwordChangedEmail } from "@/lib/base/mail/email-templates";
import { sendUntilTaken } from "@/lib/base/mail/send-until-taken";
import { endSessionsAndLinks } from "@/lib/people/accounts/end-sessions";
import { NewPassword } from "@/lib/people/accounts/new-password";
import { hashPassword } from "@/lib/people/accounts/password";
import { recordAccountAudit } from "@/lib/people/accounts/record-audit";
import { requireSession } from "@/lib/people/accounts/require-session";
import { removePasskeysOf } from "@/lib/people/second-factor/remove-passkey";

export const ChangePasswordInput = z.object({
  newPassword: NewPassword,
  /** the account's passkeys too: each is a whole sign-in, and may be a stranger's */
  removePasskeys: z.boolean().default(false),
});
export type ChangePasswordInput = z.input<typeof ChangePasswordInput>;

/**
 * Changes the password of a person who has just entered the current one. Ends every session but this one, and passkeys
 * if wanted. Error: `signed_out` if this session was ended in the meantime, such as by a password reset.
 */
export async function changePassword(
  ctx: UserContext,
  { newPassword, removePasskeys = false }: ChangePasswordInput,
): Promise<void> {
  const { userId } = ctx.actor;
  const passwordHash = await hashPassword(newPassword);
  const { email, removed } = await ctx.db.sql.begin(async (tx) => {
    await requireSession(tx, ctx);
    const user = requireRow(
      await orm(tx).update(users).set({ passwordHash }).where(eq(users.id, userId)).returning({ email: users.email }),
    );
    await endSessionsAndLinks(tx, userId, ctx.sessionId);
    await recordAccountAudit(tx, ctx.actor, "password.changed");
    return { email: user.email, removed: removePasskeys ? await removePasskeysOf(tx, ctx.actor, userId) : 0 };
  });
  void sendUntilTaken(ctx.settings, passwordChangedEmail(ctx.settings, email, { removedPasskeys: removed > 0 }));
}
