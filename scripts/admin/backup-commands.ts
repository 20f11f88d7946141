import path from "node:path";
import { z } from "zod";
import type { Sql } from "@/lib/base/db/client";
import { EnvError, env, readSecretFile } from "@/lib/base/process/env";
import { keyIdOf } from "@/lib/base/process/secrets";
import { restAfterLoss } from "@/lib/chain/wallets/rest-after-loss";
import { endAccess } from "@/lib/service/backup/end-access";
import { readKeyFile } from "@/lib/service/backup/key-file";
import { type Manifest, readManifest } from "@/lib/service/backup/manifest";
import { recordBackup } from "@/lib/service/backup/record";
import { restoreBackup } from "@/lib/service/backup/restore";
import { verifyBackup } from "@/lib/service/backup/verify";
import { writeBackup } from "@/lib/service/backup/write";
import { openRestoreTarget, type RestoreTarget, readKnownKeys } from "@/lib/service/server/restore-target";
import { type BareCommand, bareCommand, type Command, command, Flag, Text } from "@/scripts/admin/command";
import { operator } from "@/scripts/admin/context";

const migrationsOf = (root: string) => path.join(root, "drizzle/migrations");

/** What takes minutes shows how far it is, beside the result. */
const sayTable = (name: string) => console.error(name);

const MIN_PASSPHRASE = 12;

/** In MiB; parsed, in bytes. */
const MinFree = z.coerce
  .number("must be a number from 0 to 1000000")
  .int()
  .min(0)
  .max(1_000_000)
  .transform((mib) => mib * 1024 ** 2);

/** A passphrase is read from a file, since others see the options of a command. Error: `EnvError`. */
function passphraseIn(root: string, file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  const passphrase = readSecretFile("--passphrase-file", path.resolve(root, file));
  if (passphrase.length >= MIN_PASSPHRASE) return passphrase;
  throw new EnvError(`The passphrase in ${file} must have at least ${MIN_PASSPHRASE} characters.`);
}

export const BACKUP_COMMANDS: Record<string, Command | BareCommand> = {
  backup: command({
    what:
      "Copies the whole database into a new folder while the service runs. Keeps the latest copies, by default all. With a " +
      "passphrase, the copy also holds the encryption key, encrypted. Leaves at least so many MiB of the disk free, by default 1024.",
    options: {
      to: Text.optional(),
      "passphrase-file": Text.optional(),
      keep: z.coerce.number("must be a number from 1 to 10000").int().min(1).max(10_000).optional(),
      "min-free-mib": MinFree.optional(),
    },
    cleansUp: true,
    run: async (db, { keep, "passphrase-file": file, "min-free-mib": minFreeBytes, ...options }, signal) => {
      const started = performance.now();
      const root = process.env.TILL_ROOT ?? ".";
      const passphrase = passphraseIn(root, file);
      const withKey = passphrase ? { key: env().ENCRYPTION_KEY as string, passphrase } : undefined;
      const to = path.resolve(root, options.to ?? path.join(env().DATA_DIR, "backups"));
      const backup = await writeBackup(operator(db), { to, keep, minFreeBytes, withKey, onTable: sayTable, signal });
      const isRecorded = await recordBackup(operator(db), backup);
      if (!isRecorded) console.error("The database is read-only, so the age of this backup can't be watched.");
      const { folder, manifest, rows, bytes, removed, stuck } = backup;
      if (stuck.length > 0) console.error(`Leftovers that this account can't remove: ${stuck.join(", ")}`);
      return {
        folder,
        at: manifest.at,
        tables: manifest.tables.length,
        rows,
        bytes,
        seconds: secondsSince(started),
        needs_encryption_keys: manifest.encryptionKeyIds,
        signed_with: manifest.signingKeyId,
        holds_encryption_key: file !== undefined,
        removed,
      };
    },
  }),
  "verify-backup": bareCommand({
    what:
      "Checks a backup's signature and files, restores it into a temporary PostgreSQL and counts its rows. Needs the encryption " +
      "key, or the passphrase of a backup that holds it. With --unsigned, also takes a backup of an earlier version, which has no " +
      "signature.",
    options: { from: Text, "passphrase-file": Text.optional(), unsigned: Flag },
    runBare: async (root, { from, "passphrase-file": file, unsigned }, signal) => {
      const started = performance.now();
      const folder = path.resolve(root, from);
      const { encryptionKeyIds, signingKeyId } = readManifest(folder);
      const passphrase = passphraseIn(root, file);
      const broughtKey = passphrase ? readKeyFile(folder, passphrase) : null;
      if (broughtKey) requireNeededKey(encryptionKeyIds, broughtKey);
      else readKnownKeys(root);
      const options = { from: folder, migrations: migrationsOf(root), broughtKey, unsigned, onTable: sayTable, signal };
      const { manifest, rows } = await verifyBackup(options);
      return {
        verified: true,
        signed_with: signingKeyId ?? null,
        at: manifest.at,
        rows,
        seconds: secondsSince(started),
      };
    },
  }),
  restore: bareCommand({
    what:
      "Loads a backup into an empty data folder or database, and ends all sessions, linked devices and invitations. Needs the encryption " +
      "keys of that installation, or the passphrase of a backup that holds the key. With --unsigned, also takes a backup of an earlier " +
      "version, which has no signature: nothing shows whether it was changed.",
    options: { from: Text, "passphrase-file": Text.optional(), unsigned: Flag },
    runBare: async (root, { from, "passphrase-file": file, unsigned }, signal) => {
      const started = performance.now();
      const folder = path.resolve(root, from);
      readManifest(folder);
      const passphrase = passphraseIn(root, file);
      const broughtKey = passphrase ? readKeyFile(folder, passphrase) : null;
      readKnownKeys(root);
      let target: RestoreTarget | undefined;
      const openTarget = async ({ encryptionKeyIds }: Manifest) => {
        target = await openRestoreTarget(root, encryptionKeyIds, broughtKey);
        return target.url;
      };
      const done = { resting: 0, ended: { sessions: 0, devices: 0, invitations: 0 } };
      const beforeUse = async (sql: Sql) => {
        done.resting = await restAfterLoss(sql);
        done.ended = await endAccess(sql);
      };
      try {
        const options = {
          from: folder,
          migrations: migrationsOf(root),
          broughtKey,
          unsigned,
          onTable: sayTable,
          signal,
        };
        const explain = (error: unknown): Promise<never> =>
          target ? target.explainFaults(() => Promise.reject(error)) : Promise.reject(error);
        const { manifest, rows } = await restoreBackup(openTarget, { ...options, beforeUse }).catch(explain);
        return {
          restored: true,
          at: manifest.at,
          rows,
          resting_addresses: done.resting,
          ended: done.ended,
          seconds: secondsSince(started),
        };
      } finally {
        await target?.close();
      }
    },
  }),
  "end-access": command({
    what:
      "After the database has lost its latest changes: ends all sessions, linked devices and invitations, which may have been ended " +
      "since. restore does the same.",
    options: {},
    run: (db) => endAccess(db.sql),
  }),
};

function requireNeededKey(neededKeyIds: readonly string[], key: string): void {
  if (neededKeyIds.every((id) => id === keyIdOf(key))) return;
  throw new EnvError("The encryption key in the backup is not the one that its secrets need.");
}

function secondsSince(started: number): number {
  return Math.round((performance.now() - started) / 100) / 10;
}
