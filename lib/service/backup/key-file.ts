import { createCipheriv, createDecipheriv, createHash, randomBytes, scryptSync } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { EnvError } from "@/lib/base/process/env";

/** The encryption key beside a backup, itself encrypted with a passphrase. */
export const KEY_FILE = "encryption-key.json";
const SALT = 16;
const NONCE = 12;
const TAG = 16;
/** 128 MiB and about half a second for each guess, the first of the settings that OWASP names for scrypt */
const COST = { N: 2 ** 17, r: 8, p: 1 } as const;
/** scrypt takes 128 · N · r bytes, and a little more */
const MEMORY_BYTES = 2 ** 28;

const Base64 = (bytes: number) => z.base64().length(Math.ceil(bytes / 3) * 4);
const Sealed = z.object({
  format: z.literal(1),
  kdf: z.literal("scrypt"),
  n: z
    .int()
    .min(2 ** 14)
    .max(2 ** 17),
  r: z.literal(8),
  p: z.literal(1),
  salt: Base64(SALT),
  cipher: z.literal("aes-256-gcm"),
  nonce: Base64(NONCE),
  tag: Base64(TAG),
  sealed: z.base64(),
});

/**
 * Writes a key (32 bytes in base64) into a backup's folder, encrypted with a passphrase. Returns the file's SHA-256.
 */
export async function writeKeyFile(folder: string, key: string, passphrase: string): Promise<string> {
  const salt = randomBytes(SALT);
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv("aes-256-gcm", stretch(passphrase, salt, COST.N), nonce);
  const sealed = Buffer.concat([cipher.update(key, "utf8"), cipher.final()]);
  const { N: n, r, p } = COST;
  const file: z.infer<typeof Sealed> = {
    format: 1,
    kdf: "scrypt",
    n,
    r,
    p,
    salt: salt.toString("base64"),
    cipher: "aes-256-gcm",
    nonce: nonce.toString("base64"),
    tag: cipher.getAuthTag().toString("base64"),
    sealed: sealed.toString("base64"),
  };
  const text = `${JSON.stringify(file, null, 2)}\n`;
  await writeFile(path.join(folder, KEY_FILE), text, { mode: 0o600, flush: true });
  return createHash("sha256").update(text).digest("hex");
}

/** The key that a backup brings along. Error: `EnvError` without one, and for a wrong passphrase. */
export function readKeyFile(folder: string, passphrase: string): string {
  const file = path.join(folder, KEY_FILE);
  if (!existsSync(file)) throw new EnvError(`${folder} holds no encryption key: it was made without a passphrase.`);
  const parsed = Sealed.safeParse(parseJson(readFileSync(file, "utf8")));
  if (!parsed.success) throw new EnvError(`The backup is damaged: ${KEY_FILE} is not a key that was written.`);
  const { n, salt, nonce, tag, sealed } = parsed.data;
  const decipher = createDecipheriv("aes-256-gcm", stretch(passphrase, bytes(salt), n), bytes(nonce), {
    authTagLength: TAG,
  });
  decipher.setAuthTag(bytes(tag));
  try {
    return Buffer.concat([decipher.update(bytes(sealed)), decipher.final()]).toString("utf8");
  } catch {
    throw new EnvError("The passphrase does not open the backup's encryption key.");
  }
}

function stretch(passphrase: string, salt: Buffer, N: number): Buffer {
  return scryptSync(passphrase.normalize("NFC"), salt, 32, { ...COST, N, maxmem: MEMORY_BYTES });
}

const bytes = (base64: string) => Buffer.from(base64, "base64");

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
