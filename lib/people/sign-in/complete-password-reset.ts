import { eq } from "drizzle-orm";
import { z } from "zod";
import { users } from "@/drizzle/schema";
import type { Context } from "@/lib/base/context/context";
import { orm } from "@/lib/base/db/client";
import { requireRow } from "@/lib/base/db/require-row";
import { passwordChangedEmail } from "@/lib/base/mail/email-templates";
import { sendUntilTaken } from "@/lib/base/mail/send-until-taken";
import { endSessionsAndLinks } from "@/lib/people/accounts/end-sessions";
import { linkEnded, takeLink } from "@/lib/people/accounts/find-link";
import { LinkToken } from "@/lib/people/accounts/link-token";
import { NewPassword } from "@/lib/people/accounts/new-password";
import { hashPassword } from "@/lib/people/accounts/password";
import { recordAccountAudit } from "@/lib/people/accounts/record-audit";
import type { Device } from "@/lib/people/accounts/start-session";
import { removePasskeysOf } from "@/lib/people/second-factor/remove-passkey";
import { allowSetup } from "@/lib/people/second-factor/two-step-setup";

export const CompleteResetInput = z.object({ token: LinkToken, password: NewPassword });
export type CompleteResetInput = z.infer<typeof CompleteResetInput>;

/**
 * Sets a new password with a reset link, which is used up. Ends every session of the account and removes its passkeys,
 * each of which is a whole sign-in and may be a stranger's; two-step sign-in stays on. Where a business requires it of
 * someone without it, they can set it up for an hour: no one else knows the new password. Error: `link_ended`.
 */
export async function completePasswordReset(ctx: Context, input: CompleteResetInput, device: Device): Promise<void> {
  const passwordHash = await hashPassword(input.password);
  const { email, removed } = await ctx.db.sql.begin(async (tx) => {
    const link = await takeLink(tx, "password_reset", input.token);
    if (!link) throw linkEnded();
    const user = requireRow(
      await orm(tx)
        .update(users)
        .set({ passwordHash })
        .where(eq(users.id, link.userId))
        .returning({ email: users.email }),
    );
    await endSessionsAndLinks(tx, link.userId, null);
    const actor = { type: "user" as const, userId: link.userId, address: device.address };
    await recordAccountAudit(tx, actor, "password.reset");
    await allowSetup(tx, link.userId);
    const removed = await removePasskeysOf(tx, actor, link.userId);
    return { email: user.email, removed };
  });
  void sendUntilTaken(ctx.settings, passwordChangedEmail(ctx.settings, email, { removedPasskeys: removed > 0 }));
}
