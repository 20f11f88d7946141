import { z } from "zod";
import type { Actor, Context, UserContext } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { DomainError } from "@/lib/errors";
import { twoStepSignInEmail } from "@/lib/mail/email-templates";
import { sendMail } from "@/lib/mail/send";
import { noteAccount } from "@/lib/users/note";
import { withSecondFactor } from "@/lib/users/with-second-factor";

export const SecondFactorInput = z.object({
  /** six digits of the authenticator, or a recovery code */
  code: z.string().trim().min(1, "Enter the 6-digit code from your authenticator app, or a recovery code.").max(40),
});
export type SecondFactorInput = z.infer<typeof SecondFactorInput>;

/**
 * Turns two-step sign-in off with a code, for a person who has just entered their password. Deletes the recovery codes.
 * Errors: `wrong_code`, `codes_paused`, `conflict` when none is on.
 */
export async function removeAuthenticator(ctx: UserContext, { code }: SecondFactorInput): Promise<void> {
  const email = await withSecondFactor(ctx, { code }, (tx) => switchOff(tx, ctx.actor, ctx.actor.userId));
  void sendMail(twoStepSignInEmail(email, "removed"));
}

/** For the operator, when a person has lost authenticator and recovery codes. Error: `invalid_request`. */
export async function removeAuthenticatorOf(ctx: Context, email: string): Promise<void> {
  await ctx.db.sql.begin(async (tx) => {
    const [user] = await tx<{ id: string }[]>`
      select id from users where lower(email) = lower(${email}) and totp_enabled_at is not null for update`;
    if (!user) throw new DomainError("invalid_request", `No account with two-step sign-in has the email ${email}.`);
    await switchOff(tx, ctx.actor, user.id);
  });
  void sendMail(twoStepSignInEmail(email, "removed"));
}

async function switchOff(tx: Transaction, actor: Actor, userId: string): Promise<string> {
  const [user] = await tx<[{ email: string }]>`
    update users set totp_enabled_at = null, totp_secret = null, totp_last_step = null
     where id = ${userId} returning email`;
  await tx`delete from recovery_codes where user_id = ${userId}`;
  await noteAccount(tx, actor, "authenticator.removed", { userId });
  return user.email;
}
