import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { EnvError } from "@/lib/base/process/env";

/** The file of a backup that says what the others are. Written last: a folder without it is no backup. */
const MANIFEST = "manifest.json";

/** Of a table or column; it stands in statements as it is. */
const Name = z.string().regex(/^[a-z_][a-z0-9_]*$/);

const Table = z.object({
  name: Name,
  columns: z.array(Name),
  /** name of the file with its rows, as PostgreSQL's COPY writes them as text, compressed with gzip */
  file: z.string().regex(/^[a-z0-9_]+\.copy\.gz$/),
  rows: z.int().nonnegative(),
  /** of the file */
  bytes: z.int().nonnegative(),
  sha256: z.hex().length(64),
});

const Manifest = z.object({
  format: z.literal(1),
  /**
   * of the installation, which keeps it when it is restored; null before its first start, missing in earlier versions
   */
  installation: z.guid().nullish(),
  /** the moment whose state the backup holds */
  at: z.iso.datetime(),
  /** version of the PostgreSQL that it was read from */
  server: z.string(),
  /** the schema: the time of its newest migration in milliseconds, by which migrations are ordered */
  migrations: z.object({ newest: z.int().positive() }),
  /** the encryption keys that its secrets need, as `doctor` names them */
  encryptionKeyIds: z.array(z.string()),
  /** SHA-256 of the file with the encryption key; null without one, missing in earlier versions */
  keyFile: z.hex().length(64).nullish(),
  /** the encryption key that signs this file, as `doctor` names it; missing in earlier versions, which didn't sign */
  signingKeyId: z.string().nullish(),
  tables: z.array(Table),
});

export type BackupTable = z.infer<typeof Table>;
export type Manifest = z.infer<typeof Manifest>;

export function manifestFile(folder: string): string {
  return path.join(folder, MANIFEST);
}

/** The name of the folder with the backup of a moment. */
export function backupName(at: string): string {
  return `till-backup-${at.replaceAll(":", "-")}`;
}

export const isBackupName = (name: string) => /^till-backup-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/.test(name);

/** Error: `EnvError` when the folder holds no backup, one of a newer format, or one that this account can't read. */
export function readManifest(folder: string): Manifest {
  return readSignedManifest(folder).manifest;
}

/** As `readManifest`, with the bytes that are signed. */
export function readSignedManifest(folder: string): { manifest: Manifest; bytes: Buffer } {
  try {
    const bytes = readFileSync(manifestFile(folder));
    return { manifest: Manifest.parse(JSON.parse(bytes.toString("utf8"))), bytes };
  } catch (error) {
    const isForbidden = ["EACCES", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "");
    throw new EnvError(
      isForbidden
        ? `${folder} can't be read by this account. Run the command as the account that owns it.`
        : `${folder} holds no backup that this version of Till can read.`,
    );
  }
}

/** Null where `readManifest` throws. */
export function findManifest(folder: string): Manifest | null {
  try {
    return readManifest(folder);
  } catch {
    return null;
  }
}
