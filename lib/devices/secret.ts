import { createHash, randomBytes } from "node:crypto";

/** What a device link or a device carries, and what the database keeps of it. */
type DeviceSecret = { secret: string; hash: Buffer };

/** 256 random bits in base64url. */
export function newDeviceSecret(): DeviceSecret {
  const secret = randomBytes(32).toString("base64url");
  return { secret, hash: hashOf(secret) };
}

/** The hash to look a secret up by; null when no secret of ours can look like this. */
export function readDeviceSecret(text: string): Buffer | null {
  return /^[\w-]{43}$/.test(text) ? hashOf(text) : null;
}

function hashOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
