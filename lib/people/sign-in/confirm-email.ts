import { z } from "zod";
import type { Context } from "@/lib/base/context/context";
import { addressChangedEmail } from "@/lib/base/mail/email-templates";
import { sendUntilTaken } from "@/lib/base/mail/send-until-taken";
import { linkEnded, takeLink } from "@/lib/people/accounts/find-link";
import { LinkToken } from "@/lib/people/accounts/link-token";
import type { Device } from "@/lib/people/accounts/start-session";
import { moveToEmail } from "@/lib/people/sign-in/move-to-email";

export const ConfirmEmailInput = z.object({ token: LinkToken });
export type ConfirmEmailInput = z.infer<typeof ConfirmEmailInput>;

/**
 * Changes an account to the email that this link was sent to, and informs the old one. Errors: `link_ended`,
 * `conflict`.
 */
export async function confirmEmail(
  ctx: Context,
  { token }: ConfirmEmailInput,
  device: Device,
): Promise<{ email: string }> {
  const moved = await ctx.db.sql.begin(async (tx) => {
    const link = await takeLink(tx, "email_change", token);
    if (!link?.newEmail) throw linkEnded();
    const actor = { type: "user" as const, userId: link.userId, address: device.address };
    return { email: link.newEmail, old: await moveToEmail(tx, actor, link.userId, link.newEmail) };
  });
  void sendUntilTaken(ctx.settings, addressChangedEmail(ctx.settings, moved.old, moved.email));
  return { email: moved.email };
}
