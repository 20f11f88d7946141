import { randomBytes } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { Secret } from "otpauth";
import { z } from "zod";
import { users } from "@/drizzle/schema";
import type { UserContext } from "@/lib/base/context/context";
import { orm } from "@/lib/base/db/client";
import { DomainError } from "@/lib/base/values/errors";
import { requireSession } from "@/lib/people/accounts/require-session";
import { createTotp, sealTotpSecret } from "@/lib/people/second-factor/second-factor";
import { requireSetupAllowed, SetupToken } from "@/lib/people/second-factor/two-step-setup";

export const BeginAuthenticatorInput = z.object({ token: SetupToken });
export type BeginAuthenticatorInput = z.input<typeof BeginAuthenticatorInput>;

/** The secret to type into an authenticator, and the URI it reads from a QR code. */
export type NewAuthenticator = { secret: string; uri: string };

/**
 * Creates an authenticator's secret (160 bits) for a person who has just entered their password. Sign-in stays the same
 * until a code is confirmed; beginning again replaces the secret. Errors: `conflict` when one is on already,
 * `signed_out` if the session was ended in the meantime, those of `requireSetupAllowed`.
 */
export async function beginAuthenticator(
  ctx: UserContext,
  { token = "" }: BeginAuthenticatorInput = {},
): Promise<NewAuthenticator> {
  const { userId } = ctx.actor;
  const secret = new Secret({ buffer: new Uint8Array(randomBytes(20)).buffer }).base32;
  const user = await ctx.db.sql.begin(async (tx) => {
    await requireSession(tx, ctx);
    await requireSetupAllowed(tx, ctx, token);
    const [updated] = await orm(tx)
      .update(users)
      .set({ totpSecret: sealTotpSecret(userId, secret), totpLastStep: null })
      .where(and(eq(users.id, userId), isNull(users.totpEnabledAt)))
      .returning({ email: users.email });
    if (!updated) throw authenticatorIsOn();
    return updated;
  });
  return { secret, uri: createTotp(secret, { issuer: ctx.settings.appName, account: user.email }).toString() };
}

export function authenticatorIsOn() {
  return new DomainError("conflict", "Two-step sign-in is already on. Turn it off first to change authenticators.");
}
