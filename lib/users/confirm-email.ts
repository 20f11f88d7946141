import { sql as fragment } from "drizzle-orm";
import { z } from "zod";
import { accountTokens } from "@/drizzle/schema";
import type { Context } from "@/lib/context";
import { orm } from "@/lib/db/client";
import { addressChangedEmail } from "@/lib/mail/email-templates";
import { sendMail } from "@/lib/mail/send";
import { linkEnded, openLink } from "@/lib/users/find-link";
import { LinkToken } from "@/lib/users/link-token";
import { moveToEmail } from "@/lib/users/move-to-email";
import type { Device } from "@/lib/users/start-session";

export const ConfirmEmailInput = z.object({ token: LinkToken });
export type ConfirmEmailInput = z.infer<typeof ConfirmEmailInput>;

/** Changes an account to the email that this link was sent to, and informs the old one. Errors: `link_ended`, `conflict`. */
export async function confirmEmail(
  ctx: Context,
  { token }: ConfirmEmailInput,
  device: Device,
): Promise<{ email: string }> {
  const moved = await ctx.db.sql.begin(async (tx) => {
    const [link] = await orm(tx)
      .update(accountTokens)
      .set({ usedAt: fragment`now()` })
      .where(openLink("email_change", token))
      .returning({ userId: accountTokens.userId, newEmail: accountTokens.newEmail });
    if (!link?.newEmail) throw linkEnded();
    const actor = { type: "user" as const, userId: link.userId, address: device.address };
    return { email: link.newEmail, old: await moveToEmail(tx, actor, link.userId, link.newEmail) };
  });
  void sendMail(ctx.settings, addressChangedEmail(ctx.settings, moved.old, moved.email));
  return { email: moved.email };
}
