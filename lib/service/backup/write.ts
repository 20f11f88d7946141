import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rename, rm, stat, statfs, writeFile } from "node:fs/promises";
import path from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Context } from "@/lib/base/context/context";
import type { Database, Transaction } from "@/lib/base/db/client";
import { liftTimeLimits } from "@/lib/base/db/lift-time-limits";
import { withoutMigrations } from "@/lib/base/db/migrate";
import { newestMigration } from "@/lib/base/db/schema-version";
import { syncFolder } from "@/lib/base/db/sync-folder";
import { countByKey } from "@/lib/base/encryption/count-by-key";
import { EnvError } from "@/lib/base/process/env";
import { currentKeyId, keyIdOf } from "@/lib/base/process/secrets";
import { backupsIn } from "@/lib/service/backup/backups-in";
import { type StoredTable, storedTables } from "@/lib/service/backup/catalog";
import { gatherLines } from "@/lib/service/backup/gather-lines";
import { installationId } from "@/lib/service/backup/installation";
import { writeKeyFile } from "@/lib/service/backup/key-file";
import { removeAbandoned, unfinishedName } from "@/lib/service/backup/leftovers";
import { type BackupTable, backupName, type Manifest, manifestFile } from "@/lib/service/backup/manifest";
import { removeOlder } from "@/lib/service/backup/remove-older";
import { MIN_FREE_BYTES, missingSpace } from "@/lib/service/backup/required-space";
import { signatureFile, signManifest } from "@/lib/service/backup/signature";

type OnTable = (name: string) => void | Promise<void>;

type Options = {
  /** a folder for backups; created if it is missing */
  to: string;
  /** removes older backups of this installation so that so many remain, this one included; default: all remain */
  keep?: number;
  /** how much has to stay free on the disk; default: a gibibyte; 0: the disk isn't looked at */
  minFreeBytes?: number;
  /** adds this encryption key, encrypted with a passphrase; by default a backup holds no key */
  withKey?: { key: string; passphrase: string };
  /** hears of each table before it is copied, and is waited for */
  onTable?: OnTable;
  /** ends the copy when it aborts, as an error would */
  signal?: AbortSignal | undefined;
};

export type Backup = {
  folder: string;
  manifest: Manifest;
  rows: number;
  bytes: number;
  /** names of older backups */
  removed: string[];
  /** names of what interrupted backups have left and this account can't remove */
  stuck: string[];
};

/**
 * Copies the whole database, as it is at one moment, into a new folder, while the service runs. The folder gets its
 * name when everything is on the disk, so an interrupted backup is never taken for a whole one, and older ones are
 * removed only then. Its manifest, which has the digest of every other file, is signed with the current encryption key.
 * Error: `EnvError` when the disk has too little space, and when secrets need another encryption key than the one that
 * is to be added.
 */
export async function writeBackup(ctx: Context, options: Options): Promise<Backup> {
  const { to, keep, withKey, signal } = options;
  await mkdir(to, { recursive: true, mode: 0o700 });
  const stuck = await removeAbandoned(to);
  await requireSpace(ctx, options);
  const draft = path.join(to, unfinishedName());
  await mkdir(draft, { mode: 0o700 });
  try {
    const keysBefore = await keyIdsOf(ctx);
    const copied = await copyDatabase(ctx.db, draft, options);
    // a rotation during the copy leaves secrets of both keys
    const encryptionKeyIds = [...new Set([...keysBefore, ...(await keyIdsOf(ctx))])];
    const keyFile = withKey ? await writeKey(draft, encryptionKeyIds, withKey) : null;
    const manifest: Manifest = { format: 1, ...copied, encryptionKeyIds, keyFile, signingKeyId: currentKeyId() };
    await writeManifest(draft, manifest);
    syncFolder(draft);
    const folder = path.join(to, backupName(manifest.at));
    await rename(draft, folder);
    syncFolder(to);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const removed = keep === undefined ? [] : await removeOlder(folder, keep);
    return { folder, manifest, rows, bytes: bytesOf(manifest), removed, stuck };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    signal?.throwIfAborted();
    throw error;
  }
}

/** The database may be on the same disk. */
async function requireSpace({ db }: Context, { to, minFreeBytes = MIN_FREE_BYTES }: Options): Promise<void> {
  if (minFreeBytes === 0) return;
  const installation = await installationId(db.sql);
  const [latest] = installation ? await backupsIn(to, installation) : [];
  const { bavail, bsize } = await statfs(to);
  const latestBytes = latest ? bytesOf(latest.manifest) : null;
  const missing = missingSpace({ freeBytes: bavail * bsize, latestBytes, minFreeBytes });
  if (!missing) return;
  throw new EnvError(
    `The disk of ${to} has too little space for a backup. ${missing} ` +
      "Free space, copy to another disk with --to, or let less stay free with --min-free-mib.",
  );
}

function bytesOf({ tables }: Manifest): number {
  return tables.reduce((sum, table) => sum + table.bytes, 0);
}

/** Last: a folder without it is no backup. */
async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  await writeFile(signatureFile(folder), `${signManifest(bytes)}\n`, { mode: 0o600, flush: true });
  await writeFile(manifestFile(folder), bytes, { mode: 0o600, flush: true });
}

async function keyIdsOf(ctx: Context): Promise<string[]> {
  return [...new Set((await countByKey(ctx)).map(({ keyId }) => keyId))];
}

async function writeKey(folder: string, neededKeyIds: string[], { key, passphrase }: NonNullable<Options["withKey"]>) {
  if (neededKeyIds.some((id) => id !== keyIdOf(key))) {
    throw new EnvError("Secrets still need an old encryption key, and a backup holds only one. Run re-encrypt first.");
  }
  return writeKeyFile(folder, key, passphrase);
}

/** A table that is rewritten after the snapshot, by a migration for example, would be empty in it. */
function copyDatabase(db: Database, folder: string, options: Options) {
  const copy = async () => {
    const tables = await storedTables(db.sql);
    return db.sql.begin("isolation level repeatable read read only", async (tx) => {
      // before the first query, which takes the snapshot; on a standby, migrations know nothing of the lock
      for (const { name } of tables) await tx`lock table ${tx(name)} in access share mode`;
      return copyAll(tx, folder, options);
    });
  };
  return withoutMigrations(db, copy, options.signal);
}

async function copyAll(tx: Transaction, folder: string, { onTable = () => {}, signal }: Options) {
  await liftTimeLimits(tx);
  const [facts] = await tx<[{ at: Date; server: string }]>`
    select now() as at, current_setting('server_version') as server`;
  const newest = await newestMigration(tx);
  if (newest === null) throw new Error("the database has no migrations, and therefore nothing to copy");
  const installation = await installationId(tx);
  const tables: BackupTable[] = [];
  for (const table of await storedTables(tx)) {
    await onTable(table.name);
    signal?.throwIfAborted();
    tables.push(await copyTable(tx, table, folder, signal));
  }
  return { at: facts.at.toISOString(), installation, server: facts.server, migrations: { newest }, tables };
}

async function copyTable(
  tx: Transaction,
  { name, columns }: StoredTable,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<BackupTable> {
  const file = `${name}.copy.gz`;
  const target = path.join(folder, file);
  const source = await tx`copy ${tx(name)} (${tx(columns)}) to stdout`.readable();
  const lines = gatherLines();
  const digest = createHash("sha256");
  const hashed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.update(chunk);
      done(null, chunk);
    },
  });
  const written = createWriteStream(target, { mode: 0o600, flush: true });
  await pipeline(source, lines.through, createGzip(), hashed, written, { signal });
  const { size } = await stat(target);
  return { name, columns, file, rows: lines.count(), bytes: size, sha256: digest.digest("hex") };
}
