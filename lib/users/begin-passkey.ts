import { generateRegistrationOptions, type PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/server";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { passkeys, users } from "@/drizzle/schema";
import type { UserContext } from "@/lib/context";
import { one } from "@/lib/db/one";
import { keepChallenge } from "@/lib/users/passkey-challenge";
import { requirePasskeyRoom } from "@/lib/users/passkey-room";
import { relyingParty } from "@/lib/users/relying-party";

export const BeginPasskeyInput = z.object({});

export type PasskeyRequest = { challengeId: string; options: PublicKeyCredentialCreationOptionsJSON };

/**
 * What the browser needs to make a passkey, for a person who has just entered their password. The authenticator must
 * verify the person and must not have one for this account yet. Error: `conflict` for the twenty-first.
 */
export async function beginPasskey(ctx: UserContext): Promise<PasskeyRequest> {
  const { userId } = ctx.actor;
  const { orm } = ctx.db;
  const person = one(
    await orm.select({ email: users.email, name: users.name }).from(users).where(eq(users.id, userId)),
  );
  const existing = await orm
    .select({ credentialId: passkeys.credentialId })
    .from(passkeys)
    .where(eq(passkeys.userId, userId));
  requirePasskeyRoom(existing.length);
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
