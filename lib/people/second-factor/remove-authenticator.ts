import { and, eq, isNotNull } from "drizzle-orm";
import { z } from "zod";
import { recoveryCodes, users } from "@/drizzle/schema";
import type { Actor, Context, UserContext } from "@/lib/base/context/context";
import { orm, type Transaction } from "@/lib/base/db/client";
import { requireRow } from "@/lib/base/db/require-row";
import { twoStepSignInEmail } from "@/lib/base/mail/email-templates";
import { sendUntilTaken } from "@/lib/base/mail/send-until-taken";
import { DomainError } from "@/lib/base/values/errors";
import { hasEmail } from "@/lib/people/accounts/email";
import { recordAccountAudit } from "@/lib/people/accounts/record-audit";
import { requireSession } from "@/lib/people/accounts/require-session";
import { allowSetup } from "@/lib/people/second-factor/two-step-setup";
import { withSecondFactor } from "@/lib/people/second-factor/with-second-factor";

export const SecondFactorInput = z.object({
  /** six digits of the authenticator, or a recovery code */
  code: z.string().trim().min(1, "Enter the 6-digit code from your authenticator app, or a recovery code.").max(40),
});
export type SecondFactorInput = z.infer<typeof SecondFactorInput>;

/**
 * Turns two-step sign-in off with a code, for a person who has just entered their password. Deletes the recovery codes.
 * For an hour, who gave the code can turn it on again with another authenticator, where a business requires it too.
 * Errors: `wrong_code`, `codes_paused`, `conflict` when none is on, `signed_out` if the session was ended in the
 * meantime.
 */
export async function removeAuthenticator(ctx: UserContext, { code }: SecondFactorInput): Promise<void> {
  const email = await withSecondFactor(ctx, { code }, async (tx) => {
    await requireSession(tx, ctx);
    const { userId } = ctx.actor;
    await allowSetup(tx, userId);
    return switchOff(tx, ctx.actor, userId);
  });
  void sendUntilTaken(ctx.settings, twoStepSignInEmail(ctx.settings, email, "removed"));
}

/** For the operator, when a person has lost authenticator and recovery codes. Error: `invalid_request`. */
export async function removeAuthenticatorOf(ctx: Context, email: string): Promise<void> {
  await ctx.db.sql.begin(async (tx) => {
    const [user] = await orm(tx)
      .select({ id: users.id })
      .from(users)
      .where(and(hasEmail(email), isNotNull(users.totpEnabledAt)))
      .for("update");
    if (!user) throw new DomainError("invalid_request", `No account with two-step sign-in has the email ${email}.`);
    await switchOff(tx, ctx.actor, user.id);
  });
  void sendUntilTaken(ctx.settings, twoStepSignInEmail(ctx.settings, email, "removed"));
}

async function switchOff(tx: Transaction, actor: Actor, userId: string): Promise<string> {
  const user = requireRow(
    await orm(tx)
      .update(users)
      .set({ totpEnabledAt: null, totpSecret: null, totpLastStep: null })
      .where(eq(users.id, userId))
      .returning({ email: users.email }),
  );
  await orm(tx).delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await recordAccountAudit(tx, actor, "authenticator.removed", { userId });
  return user.email;
}
