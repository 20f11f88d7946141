import { type AuthenticationResponseJSON, verifyAuthenticationResponse } from "@simplewebauthn/server";
import { and, eq, sql as fragment, lt } from "drizzle-orm";
import { passkeys, users } from "@/drizzle/schema";
import type { Context } from "@/lib/base/context/context";
import { orm, type Transaction } from "@/lib/base/db/client";
import { DomainError } from "@/lib/base/values/errors";
import { parsePasskeyAnswer, relyingParty, takeChallenge } from "@/lib/people/second-factor/webauthn";

/**
 * Checks a passkey's answer to a sign-in challenge, which is used up, and does `work` for its owner in the transaction
 * that records the use. A copied authenticator is refused by its counter. Error: `passkey_refused`, whatever is wrong.
 */
export async function withPasskey<R>(
  ctx: Context,
  answer: string,
  work: (tx: Transaction, userId: string) => Promise<R>,
): Promise<R> {
  const parsed = parsePasskeyAnswer(answer);
  const challenge = parsed && (await takeChallenge(ctx, parsed.challengeId, null));
  if (!parsed || !challenge) throw passkeyRefused();
  const [passkey] = await ctx.db.orm.select().from(passkeys).where(eq(passkeys.credentialId, parsed.response.id));
  if (!passkey) throw passkeyRefused();
  const counter = await verify(ctx, parsed.response, challenge, passkey);
  const { value } = await ctx.db.sql.begin(async (tx) => {
    // before the passkey, since a password reset locks the person and then removes it
    await orm(tx).select({ id: users.id }).from(users).where(eq(users.id, passkey.userId)).for("key share");
    const moved = counter === 0n ? eq(passkeys.counter, 0n) : lt(passkeys.counter, counter);
    const [used] = await orm(tx)
      .update(passkeys)
      .set({ counter, lastUsedAt: fragment`now()` })
      .where(and(eq(passkeys.id, passkey.id), moved))
      .returning({ userId: passkeys.userId });
    if (!used) throw passkeyRefused();
    return { value: await work(tx, used.userId) };
  });
  return value;
}

/** The counter of a valid signature. */
async function verify(
  ctx: Context,
  response: object,
  expectedChallenge: string,
  passkey: typeof passkeys.$inferSelect,
) {
  const { id, origin } = relyingParty(ctx.settings);
  // the library throws for whatever is wrong with a response
  const result = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")),
      counter: Number(passkey.counter),
    },
  }).catch(() => null);
  if (!result?.verified) throw passkeyRefused();
  return BigInt(result.authenticationInfo.newCounter);
}

export function passkeyRefused() {
  return new DomainError("passkey_refused", "This passkey wasn't accepted. Try again, or sign in another way.");
}
