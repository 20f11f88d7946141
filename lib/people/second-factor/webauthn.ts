/** What adding a passkey and signing in with one have in common. */

import { decodeAttestationObject } from "@simplewebauthn/server/helpers";
import { and, eq, sql as fragment, gt, isNull } from "drizzle-orm";
import { z } from "zod";
import { passkeyChallenges } from "@/drizzle/schema";
import type { Context } from "@/lib/base/context/context";
import type { Settings } from "@/lib/base/context/settings";
import { requireRow } from "@/lib/base/db/require-row";
import { isStorable } from "@/lib/base/values/storable-text";

/** For whom passkeys are made: the host and the origin of `APP_URL`. A passkey works for this host only. */
export function relyingParty({ appName, appUrl }: Settings): { id: string; origin: string; name: string } {
  const { hostname, origin } = new URL(appUrl);
  return { id: hostname, origin, name: appName };
}

const CHALLENGE_MINUTES = 5;

/** Stores a challenge for five minutes and one answer: of `userId` adding a passkey, or of anyone signing in (null). */
export async function storeChallenge(ctx: Context, challenge: string, userId: string | null): Promise<string> {
  const expiresAt = fragment`now() + make_interval(mins => ${CHALLENGE_MINUTES})`;
  const stored = await ctx.db.orm
    .insert(passkeyChallenges)
    .values({ challenge, userId, expiresAt })
    .returning({ id: passkeyChallenges.id });
  return requireRow(stored).id;
}

/** Uses up a challenge, whatever becomes of the answer; null when it was used, has expired or is someone else's. */
export async function takeChallenge(ctx: Context, id: string, userId: string | null): Promise<string | null> {
  const [taken] = await ctx.db.orm
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.id, id),
        userId === null ? isNull(passkeyChallenges.userId) : eq(passkeyChallenges.userId, userId),
        gt(passkeyChallenges.expiresAt, fragment`now()`),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge });
  return taken?.challenge ?? null;
}

/** The longest answer that is read, in characters. */
export const MAX_ANSWER = 20_000;

const Answer = z.object({
  challengeId: z.guid(),
  response: z.looseObject({ id: z.string().max(2_000).refine(isStorable) }),
});

/** The browser's answer to a challenge, as JSON text; null when it is not one. What is in `response` is unchecked. */
export function parsePasskeyAnswer(text: string): z.infer<typeof Answer> | null {
  try {
    return Answer.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

const Created = z.object({ response: z.object({ attestationObject: z.base64url() }) });

/**
 * Whether a new passkey comes without attestation, as Till requests it. For other formats the library trusts
 * certificates that the caller chose, and fetches the revocation lists that they name.
 */
export function isWithoutAttestation(response: object): boolean {
  const { data } = Created.safeParse(response);
  if (!data) return false;
  try {
    const attestation = Buffer.from(data.response.attestationObject, "base64url");
    return decodeAttestationObject(new Uint8Array(attestation)).get("fmt") === "none";
  } catch {
    return false;
  }
}
