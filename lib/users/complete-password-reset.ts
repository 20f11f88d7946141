import { z } from "zod";
import type { Context } from "@/lib/context";
import { passwordChangedEmail } from "@/lib/mail/email-templates";
import { sendMail } from "@/lib/mail/send";
import { endSessionsAndLinks } from "@/lib/users/end-sessions";
import { linkEnded } from "@/lib/users/find-link";
import { LinkToken, linkTokenHash } from "@/lib/users/link-token";
import { NewPassword } from "@/lib/users/new-password";
import { noteAccount } from "@/lib/users/note";
import { hashPassword } from "@/lib/users/password";
import type { Device } from "@/lib/users/sign-in";

export const CompleteResetInput = z.object({ token: LinkToken, password: NewPassword });
export type CompleteResetInput = z.infer<typeof CompleteResetInput>;

/**
 * Sets a new password with a reset link, which is used up. Ends every session of the account; two-step sign-in stays on.
 * Error: `link_ended`.
 */
export async function completePasswordReset(ctx: Context, input: CompleteResetInput, device: Device): Promise<void> {
  const passwordHash = await hashPassword(input.password);
  const email = await ctx.db.sql.begin(async (tx) => {
    const [token] = await tx<{ userId: string }[]>`
      update account_tokens set used_at = now()
       where token_hash = ${linkTokenHash(input.token)} and purpose = 'password_reset'
         and used_at is null and expires_at > now() returning user_id as "userId"`;
    if (!token) throw linkEnded();
    const [user] = await tx<[{ email: string }]>`
      update users set password_hash = ${passwordHash} where id = ${token.userId} returning email`;
    await endSessionsAndLinks(tx, token.userId, null);
    await noteAccount(tx, { type: "user", userId: token.userId, address: device.address }, "password.reset");
    return user.email;
  });
  void sendMail(passwordChangedEmail(email));
}
