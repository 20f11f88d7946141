import { decodeAttestationObject } from "@simplewebauthn/server/helpers";
import { z } from "zod";
import { isStorable } from "@/lib/base/values/storable-text";

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

/** The longest answer that is read, in characters. */
export const MAX_ANSWER = 20_000;
