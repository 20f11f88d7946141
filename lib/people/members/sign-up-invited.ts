import { z } from "zod";
import type { Context } from "@/lib/base/context/context";
import { PersonName } from "@/lib/people/accounts/change-name";
import { Email } from "@/lib/people/accounts/email";
import { insertUser, takenEmail } from "@/lib/people/accounts/insert";
import { LinkToken } from "@/lib/people/accounts/link-token";
import { NewPassword } from "@/lib/people/accounts/new-password";
import { hashPassword } from "@/lib/people/accounts/password";
import { recordAccountAudit } from "@/lib/people/accounts/record-audit";
import { signUpClosed } from "@/lib/people/accounts/sign-up-mode";
import type { Device } from "@/lib/people/accounts/start-session";
import { findInvitation } from "@/lib/people/members/find-invitation";
import { invitationEnded, requireInvited, takeInvitation } from "@/lib/people/members/take-invitation";

export const SignUpInvitedInput = z.object({
  token: LinkToken,
  name: PersonName,
  email: Email,
  password: NewPassword,
});
export type SignUpInvitedInput = z.infer<typeof SignUpInvitedInput>;

/**
 * Creates an account and the membership of an invitation, both or neither. The person signs in afterwards. Errors:
 * `sign_up_closed` with `SIGNUP=closed`, `conflict` for an email that has an account, those of `takeInvitation`.
 */
export async function signUpInvited(
  ctx: Context,
  input: SignUpInvitedInput,
  device: Device,
): Promise<{ merchantId: string }> {
  if (ctx.settings.signUp === "closed") throw signUpClosed();
  const { token, email, name } = input;
  // before the email is looked at: only an invited person learns whether it has an account
  const invitation = await findInvitation(ctx, token);
  if (!invitation) throw invitationEnded();
  requireInvited(invitation, { email });
  const passwordHash = await hashPassword(input.password);
  return ctx.db.sql.begin(async (tx) => {
    const userId = await insertUser(tx, { email, name, passwordHash });
    if (!userId) throw takenEmail();
    const actor = { type: "user" as const, userId, address: device.address };
    await recordAccountAudit(tx, actor, "account.created", { after: { email } });
    return takeInvitation(tx, token, { id: userId, email }, actor);
  });
}
