import { generateAuthenticationOptions, type PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import { z } from "zod";
import type { Context } from "@/lib/base/context/context";
import { keepChallenge } from "@/lib/people/second-factor/passkey-challenge";
import { relyingParty } from "@/lib/people/second-factor/relying-party";

export const BeginPasskeySignInInput = z.object({});

export type PasskeySignInRequest = { challengeId: string; options: PublicKeyCredentialRequestOptionsJSON };

/** What the browser needs to sign in with any passkey of this site. Names no account, so it tells nothing about any. */
export async function beginPasskeySignIn(ctx: Context): Promise<PasskeySignInRequest> {
  const { id } = relyingParty(ctx.settings);
  const options = await generateAuthenticationOptions({ rpID: id, userVerification: "required" });
  return { challengeId: await keepChallenge(ctx, options.challenge, null), options };
}
