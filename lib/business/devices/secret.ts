import { createHash, randomBytes } from "node:crypto";

/** The secret of a device or a device link, and the hash that the database stores. */
type DeviceSecret = { secret: string; hash: Buffer };

/** 256 random bits in base64url. */
export function newDeviceSecret(): DeviceSecret {
  const secret = randomBytes(32).toString("base64url");
  return { secret, hash: hashSecret(secret) };
}

/** The hash to look a secret up by; null if it is malformed. */
export function readDeviceSecret(text: string): Buffer | null {
  return /^[\w-]{43}$/.test(text) ? hashSecret(text) : null;
}

function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
