import { generateRegistrationOptions, type PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/server";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { passkeys, users } from "@/drizzle/schema";
import type { UserContext } from "@/lib/base/context/context";
import { one } from "@/lib/base/db/one";
import { requireSession } from "@/lib/people/accounts/require-session";
import { keepChallenge } from "@/lib/people/second-factor/passkey-challenge";
import { requirePasskeyRoom } from "@/lib/people/second-factor/passkey-room";
import { relyingParty } from "@/lib/people/second-factor/relying-party";
import { requireNoSetupHold } from "@/lib/people/second-factor/two-step-setup";
import { withSecondFactor } from "@/lib/people/second-factor/with-second-factor";

export const BeginPasskeyInput = z.object({
  /** of the authenticator, or a recovery code; needed where two-step sign-in is on */
  code: z.string().trim().max(40).default(""),
});
export type BeginPasskeyInput = z.input<typeof BeginPasskeyInput>;

export type PasskeyRequest = { challengeId: string; options: PublicKeyCredentialCreationOptionsJSON };

/**
 * What the browser needs to make a passkey, for a person who has just entered their password, and a code where two-step
 * sign-in is on: a passkey replaces both. The authenticator must verify the person and must not have one for this
 * account yet. Errors: `conflict` for the twenty-first and before required two-step sign-in, those of
 * `withSecondFactor`.
 */
export async function beginPasskey(ctx: UserContext, { code = "" }: BeginPasskeyInput = {}): Promise<PasskeyRequest> {
  const { userId } = ctx.actor;
  const { orm } = ctx.db;
  const person = one(
    await orm
      .select({ email: users.email, name: users.name, totpEnabledAt: users.totpEnabledAt })
      .from(users)
      .where(eq(users.id, userId)),
  );
  const existing = await orm
    .select({ credentialId: passkeys.credentialId })
    .from(passkeys)
    .where(eq(passkeys.userId, userId));
  requirePasskeyRoom(existing.length);
  if (person.totpEnabledAt) await withSecondFactor(ctx, { code }, (tx) => requireSession(tx, ctx));
  else await requireNoSetupHold(ctx.db.sql, userId);
  const { id, name } = relyingParty(ctx.settings);
  const options = await generateRegistrationOptions({
    rpID: id,
    rpName: name,
    userID: new TextEncoder().encode(userId),
    userName: person.email,
    userDisplayName: person.name || person.email,
    attestationType: "none",
    excludeCredentials: existing.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return { challengeId: await keepChallenge(ctx, options.challenge, userId), options };
}
