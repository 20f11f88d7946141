import { z } from "zod";
import type { UserContext } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { twoStepSignInEmail } from "@/lib/mail/email-templates";
import { sendMail } from "@/lib/mail/send";
import { authenticatorIsOn } from "@/lib/users/begin-authenticator";
import { noteAccount } from "@/lib/users/note";
import { replaceCodes } from "@/lib/users/recovery-codes";
import { takeTotp } from "@/lib/users/second-factor";

export const ConfirmAuthenticatorInput = z.object({
  code: z.string().trim().min(1, "Enter the 6-digit code from your authenticator app.").max(40),
});
export type ConfirmAuthenticatorInput = z.infer<typeof ConfirmAuthenticatorInput>;

/**
 * Turns two-step sign-in on with a code, which is used up. Returns ten recovery codes, shown this once.
 * Errors: `wrong_code`, `conflict` when one is on already.
 */
export async function confirmAuthenticator(
  ctx: UserContext,
  { code }: ConfirmAuthenticatorInput,
): Promise<{ recoveryCodes: string[] }> {
  const { userId } = ctx.actor;
  const { email, recoveryCodes } = await ctx.db.sql.begin(async (tx) => {
    const [user] = await tx<[{ email: string; on: boolean }]>`
      select email, totp_enabled_at is not null as on from users where id = ${userId} for update`;
    if (user.on) throw authenticatorIsOn();
    if (!(await takeTotp(tx, userId, code))) throw wrongFirstCode();
    await tx`update users set totp_enabled_at = now() where id = ${userId}`;
    await noteAccount(tx, ctx.actor, "authenticator.added");
    return { email: user.email, recoveryCodes: await replaceCodes(tx, userId) };
  });
  void sendMail(twoStepSignInEmail(email, "added"));
  return { recoveryCodes };
}

function wrongFirstCode() {
  return new DomainError(
    "wrong_code",
    "Incorrect code. Enter the latest code. If it's refused again, check the clock of the device.",
    { field: "code" },
  );
}
