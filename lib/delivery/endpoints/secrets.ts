import type { webhookEndpoints } from "@/drizzle/schema";
import { webhookRow } from "@/lib/base/encryption/sealed-columns";
import { processWide } from "@/lib/base/process/process-wide";
import { openSecret, sealSecret } from "@/lib/base/process/secrets";

type SealedSecrets = Pick<typeof webhookEndpoints.$inferSelect, "secret" | "nextSecret"> & {
  endpointId: string;
  /** true once the rotation's second secret has taken over */
  nextIsActive: boolean;
};

export function sealWebhookSecret(endpointId: string, secret: string): Buffer {
  return sealSecret(secret, webhookRow(endpointId));
}

/** The signing secret and, during a rotation, the next one, which signs besides it. */
export function openWebhookSecrets(sealed: SealedSecrets): { primary: string; next: string | null } {
  const first = openOnce(sealed.secret, sealed.endpointId);
  if (!sealed.nextSecret) return { primary: first, next: null };
  const second = openOnce(sealed.nextSecret, sealed.endpointId);
  return sealed.nextIsActive ? { primary: second, next: null } : { primary: first, next: second };
}

const REMEMBERED_MAX = 1_000;

/** Decrypting costs more than signing, so opened secrets are cached by their ciphertext. */
function openOnce(sealed: Buffer, endpointId: string): string {
  const opened = processWide("webhooks.secrets", () => new Map<string, string>());
  const name = `${endpointId}${sealed.toString("latin1")}`;
  const known = opened.get(name);
  if (known !== undefined) return known;
  if (opened.size >= REMEMBERED_MAX) opened.clear();
  const secret = openSecret(sealed, webhookRow(endpointId));
  opened.set(name, secret);
  return secret;
}
