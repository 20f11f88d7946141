import { eq, sql as fragment } from "drizzle-orm";
import { z } from "zod";
import { memberships, users } from "@/drizzle/schema";
import type { UserContext } from "@/lib/base/context/context";
import { orm } from "@/lib/base/db/client";
import { requireRow } from "@/lib/base/db/require-row";
import { twoStepSignInEmail } from "@/lib/base/mail/email-templates";
import { sendUntilTaken } from "@/lib/base/mail/send-until-taken";
import { DomainError } from "@/lib/base/values/errors";
import { endSessionsAndLinks } from "@/lib/people/accounts/end-sessions";
import { recordAccountAudit } from "@/lib/people/accounts/record-audit";
import { requireSession } from "@/lib/people/accounts/require-session";
import { authenticatorIsOn } from "@/lib/people/second-factor/begin-authenticator";
import { replaceCodes } from "@/lib/people/second-factor/recovery-codes";
import { removePasskeysOf } from "@/lib/people/second-factor/remove-passkey";
import { takeTotp } from "@/lib/people/second-factor/second-factor";
import { requireSetupAllowed, SetupToken } from "@/lib/people/second-factor/two-step-setup";

export const ConfirmAuthenticatorInput = z.object({
  code: z.string().trim().min(1, "Enter the 6-digit code from your authenticator app.").max(40),
  /** of the setup link, where a business requires two-step sign-in */
  token: SetupToken,
  /** the account's passkeys too: each is a whole sign-in, and may be a stranger's */
  removePasskeys: z.boolean().default(false),
});
export type ConfirmAuthenticatorInput = z.input<typeof ConfirmAuthenticatorInput>;

/**
 * Turns two-step sign-in on with a code, which is used up, and ends every session but this one. Returns ten recovery
 * codes, shown this once. Errors: `wrong_code`, `conflict` when one is on already, `signed_out` if the session was
 * ended in the meantime, those of `requireSetupAllowed`.
 */
export async function confirmAuthenticator(
  ctx: UserContext,
  { code, token = "", removePasskeys = false }: ConfirmAuthenticatorInput,
): Promise<{ recoveryCodes: string[] }> {
  const { userId } = ctx.actor;
  const { email, recoveryCodes, removed } = await ctx.db.sql.begin(async (tx) => {
    await requireSession(tx, ctx);
    const own = eq(users.id, userId);
    const { email, totpEnabledAt } = users;
    const user = requireRow(await orm(tx).select({ email, totpEnabledAt }).from(users).where(own));
    if (user.totpEnabledAt) throw authenticatorIsOn();
    await requireSetupAllowed(tx, ctx, token);
    if (!(await takeTotp(tx, userId, code))) throw wrongFirstCode();
    await orm(tx).update(users).set({ totpEnabledAt: fragment`now()` }).where(own);
    await orm(tx).update(memberships).set({ twoStepSetupUntil: null }).where(eq(memberships.userId, userId));
    await endSessionsAndLinks(tx, userId, ctx.sessionId);
    await recordAccountAudit(tx, ctx.actor, "authenticator.added");
    const removed = removePasskeys ? await removePasskeysOf(tx, ctx.actor, userId) : 0;
    return { email: user.email, recoveryCodes: await replaceCodes(tx, userId), removed };
  });
  void sendUntilTaken(ctx.settings, twoStepSignInEmail(ctx.settings, email, "added", { removedPasskeys: removed > 0 }));
  return { recoveryCodes };
}

function wrongFirstCode() {
  return new DomainError(
    "wrong_code",
    "Incorrect code. Enter the latest code. If it's still refused, check the clock on your device.",
    { field: "code" },
  );
}
