import { z } from "zod";
import { users } from "@/drizzle/schema";
import type { Context } from "@/lib/base/context/context";
import type { Transaction } from "@/lib/base/db/client";
import { DomainError } from "@/lib/base/values/errors";
import { isStorable } from "@/lib/base/values/storable-text";
import { deviceName } from "@/lib/people/accounts/device-name";
import { hasEmail } from "@/lib/people/accounts/email";
import { isPassword } from "@/lib/people/accounts/password";
import { recordAccountAudit } from "@/lib/people/accounts/record-audit";
import { type Device, startSession } from "@/lib/people/accounts/start-session";
import { MAX_ANSWER } from "@/lib/people/second-factor/webauthn";
import { passkeyRefused, withPasskey } from "@/lib/people/second-factor/with-passkey";
import { withSecondFactor } from "@/lib/people/second-factor/with-second-factor";

export const SignInInput = z.object({
  email: z.string().trim().max(254).refine(isStorable),
  password: z.string().max(1_000),
  /** six digits of the authenticator, or a recovery code; empty until it is requested */
  code: z.string().trim().max(40).default(""),
  /** instead of the code: a passkey's answer, see lib/people/sign-in/sign-in-with-passkey.ts */
  passkey: z.string().max(MAX_ANSWER).default(""),
});
export type SignInInput = z.input<typeof SignInInput>;

export type StartedSession = { sessionId: string; userId: string };

/**
 * Signs a person in. Unknown accounts and wrong passwords get the same answer after the same time. Errors:
 * `sign_in_failed`; with the right password `code_required`, `wrong_code` and `codes_paused` for an account with an
 * authenticator, or `passkey_refused`.
 */
export async function signIn(ctx: Context, input: SignInInput, device: Device): Promise<StartedSession> {
  const [account] = await ctx.db.orm
    .select({
      id: users.id,
      passwordHash: users.passwordHash,
      version: users.sessionVersion,
      totpEnabledAt: users.totpEnabledAt,
    })
    .from(users)
    .where(hasEmail(input.email));
  const known = await isPassword(input.password, account?.passwordHash ?? null);
  if (!account || !known) throw new DomainError("sign_in_failed", "Incorrect email or password.");
  const actor = { type: "user" as const, userId: account.id, address: device.address };
  const after = { device: deviceName(device.userAgent) };
  const start = async (tx: Transaction, secondFactor: string) => {
    const sessionId = await startSession(tx, account, device);
    await recordAccountAudit(tx, actor, "session.started", { after: { ...after, secondFactor } });
    return { sessionId, userId: account.id };
  };
  if (!account.totpEnabledAt) return ctx.db.sql.begin((tx) => start(tx, "none"));
  if (input.passkey) {
    return withPasskey(ctx, input.passkey, (tx, userId) => {
      if (userId !== account.id) throw passkeyRefused();
      return start(tx, "passkey");
    });
  }
  return withSecondFactor({ ...ctx, actor }, { code: input.code ?? "", after }, start);
}
