import { generateAuthenticationOptions, type PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { users } from "@/drizzle/schema";
import type { Context } from "@/lib/base/context/context";
import { orm } from "@/lib/base/db/client";
import { requireRow } from "@/lib/base/db/require-row";
import { deviceName } from "@/lib/people/accounts/device-name";
import { recordAccountAudit } from "@/lib/people/accounts/record-audit";
import { type Device, startSession } from "@/lib/people/accounts/start-session";
import { MAX_ANSWER, relyingParty, storeChallenge } from "@/lib/people/second-factor/webauthn";
import { withPasskey } from "@/lib/people/second-factor/with-passkey";
import type { StartedSession } from "@/lib/people/sign-in/sign-in";

export const BeginPasskeySignInInput = z.object({});

export type PasskeySignInRequest = { challengeId: string; options: PublicKeyCredentialRequestOptionsJSON };

/**
 * The first half: what the browser needs to sign in with any passkey of this site. Names no account, so it tells
 * nothing about any.
 */
export async function beginPasskeySignIn(ctx: Context): Promise<PasskeySignInRequest> {
  const { id } = relyingParty(ctx.settings);
  const options = await generateAuthenticationOptions({ rpID: id, userVerification: "required" });
  return { challengeId: await storeChallenge(ctx, options.challenge, null), options };
}

/** JSON with the challenge's id and the authenticator's response. */
export const PasskeySignInInput = z.object({ passkey: z.string().max(MAX_ANSWER) });
export type PasskeySignInInput = z.infer<typeof PasskeySignInInput>;

/**
 * The second half: signs in the owner of a passkey. It replaces both steps, since the authenticator has verified the
 * person. Error: `passkey_refused`.
 */
export function signInWithPasskey(
  ctx: Context,
  { passkey }: PasskeySignInInput,
  device: Device,
): Promise<StartedSession> {
  return withPasskey(ctx, passkey, async (tx, userId) => {
    const rows = await orm(tx).select({ version: users.sessionVersion }).from(users).where(eq(users.id, userId));
    const sessionId = await startSession(tx, { id: userId, version: requireRow(rows).version }, device);
    const actor = { type: "user" as const, userId, address: device.address };
    const after = { device: deviceName(device.userAgent), secondFactor: "passkey" };
    await recordAccountAudit(tx, actor, "session.started", { after });
    return { sessionId, userId };
  });
}
