import { randomBytes } from "node:crypto";
import { Secret } from "otpauth";
import { z } from "zod";
import type { UserContext } from "@/lib/context";
import { env } from "@/lib/env";
import { DomainError } from "@/lib/errors";
import { sealTotpSecret, totpOf } from "@/lib/users/second-factor";

export const BeginAuthenticatorInput = z.object({});

/** The secret for typing it in, and the address that an authenticator reads from a QR code. */
export type NewAuthenticator = { secret: string; uri: string };

/**
 * Makes an authenticator's secret (160 bits) for a person who has just given the password. Nothing changes at sign-in until
 * a code of it is confirmed; beginning again replaces it. Error: `conflict` when one is on already.
 */
export async function beginAuthenticator(ctx: UserContext): Promise<NewAuthenticator> {
  const { userId } = ctx.actor;
  const secret = new Secret({ buffer: new Uint8Array(randomBytes(20)).buffer }).base32;
  const [user] = await ctx.db.sql<{ email: string }[]>`
    update users set totp_secret = ${sealTotpSecret(userId, secret)}, totp_last_step = null
     where id = ${userId} and totp_enabled_at is null returning email`;
  if (!user) throw authenticatorIsOn();
  return { secret, uri: totpOf(secret, { issuer: env().APP_NAME, account: user.email }).toString() };
}

export function authenticatorIsOn() {
  return new DomainError("conflict", "An authenticator is on already. Switch it off first to change to another.");
}
