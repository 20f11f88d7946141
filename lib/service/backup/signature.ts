import { createHmac, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { EnvError } from "@/lib/base/process/env";
import { deriveFrom, deriveSecret, givenKeys, keyIdOf } from "@/lib/base/process/secrets";
import { type Manifest, readSignedManifest } from "@/lib/service/backup/manifest";

/** HMAC-SHA256 of the manifest's bytes in hex, with a secret drawn from an encryption key. */
const FILE = "manifest.hmac";
const PURPOSE = "backup manifests";

export function signatureFile(folder: string): string {
  return path.join(folder, FILE);
}

/** With the current encryption key. */
export function signManifest(bytes: Buffer): string {
  return hmacOf(bytes, Buffer.from(deriveSecret(PURPOSE), "base64"));
}

export type Trust = {
  /** the key that the backup brings along, opened with its passphrase */
  broughtKey?: string | null;
  /** takes a backup without a signature, as those of earlier versions, or whose key is lost */
  unsigned?: boolean;
};

/**
 * The manifest of a backup that this installation has made: it is signed with a key in the settings, or with the one
 * that the backup brings along. Error: `EnvError` when it was changed, isn't signed, or is signed with another key.
 */
export function readTrustedManifest(folder: string, { broughtKey, unsigned = false }: Trust): Manifest {
  const { manifest, bytes } = readSignedManifest(folder);
  const signature = readSignature(folder);
  if (signature === null) {
    // the manifest says that there was one
    if (manifest.signingKeyId) throw new EnvError(`The backup is damaged: ${FILE}, its signature, is missing.`);
    if (unsigned) return manifest;
    throw new EnvError(UNSIGNED);
  }
  const keys = [...givenKeys(), ...(broughtKey ? [broughtKey] : [])];
  const key = keys.find((one) => keyIdOf(one) === manifest.signingKeyId);
  if (key && isEqual(signature, hmacOf(bytes, deriveFrom(key, PURPOSE)))) return manifest;
  if (key || !manifest.signingKeyId) throw new EnvError(CHANGED);
  if (unsigned) return manifest;
  throw new EnvError(howToGiveKey(manifest, keys.length > 0));
}

const CHANGED = "The backup was changed after it was made: its signature doesn't fit its manifest.";
const UNSIGNED =
  "The backup isn't signed, so nothing shows whether it was changed. Earlier versions of Till made such copies. If this is one of " +
  "them and you trust it, add --unsigned.";

function howToGiveKey({ signingKeyId, encryptionKeyIds }: Manifest, hasOthers: boolean): string {
  const given = hasOthers ? "The ENCRYPTION_KEY given here is another." : "ENCRYPTION_KEY is not set.";
  const lost = encryptionKeyIds.length === 0 ? " If that key is lost, add --unsigned: no secret needs it." : "";
  return (
    `${given} The backup is signed with key ${signingKeyId}. Set the ENCRYPTION_KEY of the installation that was backed up, copy ` +
    `its secrets.json into the data folder, or give the passphrase of a backup that holds the key.${lost}`
  );
}

function readSignature(folder: string): string | null {
  try {
    return readFileSync(signatureFile(folder), "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new EnvError(`The backup is damaged: ${FILE} can't be read.`);
  }
}

function hmacOf(bytes: Buffer, key: Buffer): string {
  return createHmac("sha256", key).update(bytes).digest("hex");
}

function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
