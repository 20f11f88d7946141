import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { count, eq } from "drizzle-orm";
import { z } from "zod";
import { passkeys, users } from "@/drizzle/schema";
import type { UserContext } from "@/lib/base/context/context";
import { orm } from "@/lib/base/db/client";
import { requireRow } from "@/lib/base/db/require-row";
import { passkeyEmail } from "@/lib/base/mail/email-templates";
import { sendUntilTaken } from "@/lib/base/mail/send-until-taken";
import { DomainError } from "@/lib/base/values/errors";
import { typedName } from "@/lib/base/values/typed-name";
import { findEmail } from "@/lib/people/accounts/find-email";
import { recordAccountAudit } from "@/lib/people/accounts/record-audit";
import { requireSession } from "@/lib/people/accounts/require-session";
import { requireNoSetupHold } from "@/lib/people/second-factor/two-step-setup";
import {
  isWithoutAttestation,
  MAX_ANSWER,
  parsePasskeyAnswer,
  relyingParty,
  storeChallenge,
  takeChallenge,
} from "@/lib/people/second-factor/webauthn";
import { withSecondFactor } from "@/lib/people/second-factor/with-second-factor";

const NAME = "Enter a name of 1 to 60 characters, for example Laptop.";
const MAX_PASSKEYS = 20;

export const BeginPasskeyInput = z.object({
  /** of the authenticator, or a recovery code; needed where two-step sign-in is on */
  code: z.string().trim().max(40).default(""),
});
export type BeginPasskeyInput = z.input<typeof BeginPasskeyInput>;

export type PasskeyRequest = { challengeId: string; options: PublicKeyCredentialCreationOptionsJSON };

/**
 * The first half: what the browser needs to make a passkey, for a person who has just entered their password, and a
 * code where two-step sign-in is on: a passkey replaces both. The authenticator must verify the person and must not
 * have one for this account yet. Errors: `conflict` for the twenty-first and before required two-step sign-in, those of
 * `withSecondFactor`.
 */
export async function beginPasskey(ctx: UserContext, { code = "" }: BeginPasskeyInput = {}): Promise<PasskeyRequest> {
  const { userId } = ctx.actor;
  const { orm } = ctx.db;
  const person = requireRow(
    await orm
      .select({ email: users.email, name: users.name, totpEnabledAt: users.totpEnabledAt })
      .from(users)
      .where(eq(users.id, userId)),
  );
  const existing = await orm
    .select({ credentialId: passkeys.credentialId })
    .from(passkeys)
    .where(eq(passkeys.userId, userId));
  requireRoom(existing.length);
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
  return { challengeId: await storeChallenge(ctx, options.challenge, userId), options };
}

export const AddPasskeyInput = z.object({
  name: typedName({ most: 60, error: NAME }),
  /** JSON with the challenge's id and the authenticator's response */
  answer: z.string().max(MAX_ANSWER),
});
export type AddPasskeyInput = z.infer<typeof AddPasskeyInput>;

/**
 * The second half: adds the passkey that a browser made for a challenge of this person. Errors: `passkey_refused`,
 * `conflict` for the twenty-first and before required two-step sign-in, `signed_out` if the session was ended in the
 * meantime, such as by a password reset, which removes all passkeys.
 */
export async function addPasskey(ctx: UserContext, { name, answer }: AddPasskeyInput): Promise<{ id: string }> {
  const credential = await verify(ctx, answer);
  const { userId } = ctx.actor;
  const id = await ctx.db.sql.begin(async (tx) => {
    const db = orm(tx);
    // one at a time: of several challenges, each could be the last that fits
    await requireSession(tx, ctx);
    await requireNoSetupHold(tx, userId);
    const existing = requireRow(await db.select({ count: count() }).from(passkeys).where(eq(passkeys.userId, userId)));
    requireRoom(existing.count);
    const [added] = await db
      .insert(passkeys)
      .values({
        userId,
        name,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString("base64url"),
        counter: BigInt(credential.counter),
      })
      .onConflictDoNothing()
      .returning({ id: passkeys.id });
    if (!added) throw refused();
    await recordAccountAudit(tx, ctx.actor, "passkey.added", { after: { name } });
    return added.id;
  });
  void sendUntilTaken(ctx.settings, passkeyEmail(ctx.settings, await findEmail(ctx), name, "added"));
  return { id };
}

/** Error: `conflict` for the twenty-first passkey of a person. */
function requireRoom(existing: number): void {
  if (existing < MAX_PASSKEYS) return;
  throw new DomainError("conflict", `You have ${MAX_PASSKEYS} passkeys. Remove one before you add another.`);
}

async function verify(ctx: UserContext, answer: string) {
  const parsed = parsePasskeyAnswer(answer);
  const expectedChallenge = parsed && (await takeChallenge(ctx, parsed.challengeId, ctx.actor.userId));
  if (!parsed || !expectedChallenge || !isWithoutAttestation(parsed.response)) throw refused();
  const { id, origin } = relyingParty(ctx.settings);
  // the library throws for whatever is wrong with a response
  const result = await verifyRegistrationResponse({
    response: parsed.response as unknown as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
  }).catch(() => null);
  if (!result?.verified) throw refused();
  return result.registrationInfo.credential;
}

function refused() {
  return new DomainError("passkey_refused", "This passkey couldn't be added. Try again, or use another device.");
}
