import { eq } from "drizzle-orm";
import { z } from "zod";
import { users } from "@/drizzle/schema";
import type { Context } from "@/lib/context";
import { orm } from "@/lib/db/client";
import { one } from "@/lib/db/one";
import { passwordChangedEmail } from "@/lib/mail/email-templates";
import { sendMail } from "@/lib/mail/send";
import { endSessionsAndLinks } from "@/lib/users/end-sessions";
import { linkEnded, takeLink } from "@/lib/users/find-link";
import { LinkToken } from "@/lib/users/link-token";
import { NewPassword } from "@/lib/users/new-password";
import { noteAccount } from "@/lib/users/note";
import { hashPassword } from "@/lib/users/password";
import type { Device } from "@/lib/users/start-session";

export const CompleteResetInput = z.object({ token: LinkToken, password: NewPassword });
export type CompleteResetInput = z.infer<typeof CompleteResetInput>;

/**
 * Sets a new password with a reset link, which is used up. Ends every session of the account; two-step sign-in stays on.
 * Error: `link_ended`.
 */
export async function completePasswordReset(ctx: Context, input: CompleteResetInput, device: Device): Promise<void> {
  const passwordHash = await hashPassword(input.password);
  const email = await ctx.db.sql.begin(async (tx) => {
    const link = await takeLink(tx, "password_reset", input.token);
    if (!link) throw linkEnded();
    const user = one(
      await orm(tx)
        .update(users)
        .set({ passwordHash })
        .where(eq(users.id, link.userId))
        .returning({ email: users.email }),
    );
    await endSessionsAndLinks(tx, link.userId, null);
    await noteAccount(tx, { type: "user", userId: link.userId, address: device.address }, "password.reset");
    return user.email;
  });
  void sendMail(ctx.settings, passwordChangedEmail(ctx.settings, email));
}
