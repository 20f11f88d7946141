import { DomainError } from "@/lib/base/values/errors";

const MAX_PASSKEYS = 20;

/** Error: `conflict` for the twenty-first passkey of a person. */
export function requirePasskeyRoom(existing: number): void {
  if (existing < MAX_PASSKEYS) return;
  throw new DomainError("conflict", `You have ${MAX_PASSKEYS} passkeys. Remove one before you add another.`);
}
