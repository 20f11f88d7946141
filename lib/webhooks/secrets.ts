import { openSecret, sealSecret } from "@/lib/secrets";

type SealedSecrets = {
  endpointId: string;
  secret: Buffer;
  nextSecret: Buffer | null;
  /** the rotation's second secret has taken over */
  nextIsActive: boolean;
};

const rowOf = (endpointId: string) => `webhook_endpoints/${endpointId}`;

export function sealWebhookSecret(endpointId: string, secret: string): Buffer {
  return sealSecret(secret, rowOf(endpointId));
}

/** The secrets that sign: during a rotation the one that takes over signs beside the one in force. */
export function openWebhookSecrets(sealed: SealedSecrets): { primary: string; next: string | null } {
  const first = openSecret(sealed.secret, rowOf(sealed.endpointId));
  if (!sealed.nextSecret) return { primary: first, next: null };
  const second = openSecret(sealed.nextSecret, rowOf(sealed.endpointId));
  return sealed.nextIsActive ? { primary: second, next: null } : { primary: first, next: second };
}
