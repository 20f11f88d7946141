import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { env } from "@/lib/base/process/env";
import { processWide } from "@/lib/base/process/process-wide";

/*
 * Secrets at rest: version byte 1, key id (4 bytes), nonce (12), tag (16), AES-256-GCM ciphertext. The row that a
 * secret belongs to is authenticated with it, so that a ciphertext copied to another row does not open.
 */
const VERSION = 1;
const HEADER = 5;
const NONCE = 12;
const TAG = 16;

type Ring = { current: string; keys: Map<string, Buffer> };

/** Encrypts with the current key. `row` names the owner, for example `webhook_endpoints/<id>/secret`. */
export function sealSecret(secret: string, row: string): Buffer {
  const { current, keys } = ring();
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv("aes-256-gcm", keys.get(current) as Buffer, nonce);
  cipher.setAAD(Buffer.from(row));
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.from([VERSION]), Buffer.from(current, "hex"), nonce, cipher.getAuthTag(), sealed]);
}

/** Decrypts what `sealSecret` made for the same row. Throws when the key is not known here or anything was changed. */
export function openSecret(sealed: Buffer, row: string): string {
  const keyId = sealedKeyId(sealed);
  const key = ring().keys.get(keyId);
  if (!key)
    throw new Error(`a secret was encrypted with key ${keyId}, which ENCRYPTION_KEY and ENCRYPTION_KEYS_OLD lack`);
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(HEADER, HEADER + NONCE));
  decipher.setAAD(Buffer.from(row));
  decipher.setAuthTag(sealed.subarray(HEADER + NONCE, HEADER + NONCE + TAG));
  return Buffer.concat([decipher.update(sealed.subarray(HEADER + NONCE + TAG)), decipher.final()]).toString("utf8");
}

/**
 * A secret for one purpose, drawn from the current key (HKDF-SHA256, 32 bytes in base64): nothing more to keep or to
 * share.
 */
export function deriveSecret(purpose: string): string {
  const { current, keys } = ring();
  return derived(keys.get(current) as Buffer, purpose).toString("base64");
}

/** As `deriveSecret`, from one key in base64. */
export function deriveFrom(key: string, purpose: string): Buffer {
  return derived(bytesOf(key), purpose);
}

function derived(key: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", key, "", purpose, 32));
}

/** Which key a secret was encrypted with: the first 4 bytes of the key's SHA-256, in hex. */
function sealedKeyId(sealed: Buffer): string {
  if (sealed[0] !== VERSION) throw new Error("a secret has an unknown format");
  return sealed.subarray(1, HEADER).toString("hex");
}

/** The key that new secrets are written with. */
export function currentKeyId(): string {
  return ring().current;
}

export function knownKeyIds(): string[] {
  return [...ring().keys.keys()];
}

function ring(): Ring {
  return processWide("secrets.ring", () => {
    const all = givenKeys();
    const [current] = all;
    if (!current) throw new Error("ENCRYPTION_KEY is not set: the service makes and keeps one when it starts");
    return { current: keyIdOf(current), keys: new Map(all.map((key) => [keyIdOf(key), bytesOf(key)])) };
  });
}

/** The keys in the settings, in base64: the current one first, then old ones. None where `ENCRYPTION_KEY` isn't set. */
export function givenKeys(): string[] {
  const { ENCRYPTION_KEY, ENCRYPTION_KEYS_OLD } = env();
  return ENCRYPTION_KEY ? [ENCRYPTION_KEY, ...ENCRYPTION_KEYS_OLD.split(",").filter(Boolean)] : [];
}

/** The ID of a key in base64, as backups and `doctor` name it. */
export function keyIdOf(key: string): string {
  return createHash("sha256").update(bytesOf(key)).digest().subarray(0, 4).toString("hex");
}

function bytesOf(key: string): Buffer {
  return Buffer.from(key.trim(), "base64");
}
