import { eq, sql as fragment } from "drizzle-orm";
import { z } from "zod";
import { users } from "@/drizzle/schema";
import type { UserContext } from "@/lib/context";
import { orm } from "@/lib/db/client";
import { one } from "@/lib/db/one";
import { DomainError } from "@/lib/errors";
import { twoStepSignInEmail } from "@/lib/mail/email-templates";
import { sendMail } from "@/lib/mail/send";
import { authenticatorIsOn } from "@/lib/users/begin-authenticator";
import { noteAccount } from "@/lib/users/note";
import { replaceCodes } from "@/lib/users/recovery-codes";
import { requireSession } from "@/lib/users/require-session";
import { takeTotp } from "@/lib/users/second-factor";

export const ConfirmAuthenticatorInput = z.object({
  code: z.string().trim().min(1, "Enter the 6-digit code from your authenticator app.").max(40),
});
export type ConfirmAuthenticatorInput = z.infer<typeof ConfirmAuthenticatorInput>;

/**
 * Turns two-step sign-in on with a code, which is used up. Returns ten recovery codes, shown this once.
 * Errors: `wrong_code`, `conflict` when one is on already, `signed_out` if the session was ended in the meantime.
 */
export async function confirmAuthenticator(
  ctx: UserContext,
  { code }: ConfirmAuthenticatorInput,
): Promise<{ recoveryCodes: string[] }> {
  const { userId } = ctx.actor;
  const { email, recoveryCodes } = await ctx.db.sql.begin(async (tx) => {
    await requireSession(tx, ctx);
    const own = eq(users.id, userId);
    const { email, totpEnabledAt } = users;
    const user = one(await orm(tx).select({ email, totpEnabledAt }).from(users).where(own));
    if (user.totpEnabledAt) throw authenticatorIsOn();
    if (!(await takeTotp(tx, userId, code))) throw wrongFirstCode();
    await orm(tx).update(users).set({ totpEnabledAt: fragment`now()` }).where(own);
    await noteAccount(tx, ctx.actor, "authenticator.added");
    return { email: user.email, recoveryCodes: await replaceCodes(tx, userId) };
  });
  void sendMail(ctx.settings, twoStepSignInEmail(ctx.settings, email, "added"));
  return { recoveryCodes };
}

function wrongFirstCode() {
  return new DomainError(
    "wrong_code",
    "Incorrect code. Enter the latest code. If it's refused again, check the clock of the device.",
    { field: "code" },
  );
}
