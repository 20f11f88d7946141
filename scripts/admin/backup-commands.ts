import path from "node:path";
import { z } from "zod";
import { readManifest } from "@/lib/backup/manifest";
import { restoreBackup } from "@/lib/backup/restore";
import { verifyBackup } from "@/lib/backup/verify";
import { writeBackup } from "@/lib/backup/write";
import { env } from "@/lib/env";
import { openRestoreTarget } from "@/lib/server/restore-target";
import { type BareCommand, bareCommand, type Command, command, Text } from "@/scripts/admin/command";
import { operator } from "@/scripts/admin/context";

const migrationsOf = (root: string) => path.join(root, "drizzle/migrations");

/** What takes minutes shows how far it is, beside the result. */
const sayTable = (name: string) => console.error(name);

export const BACKUP_COMMANDS: Record<string, Command | BareCommand> = {
  backup: command({
    what: "Copies the whole database into a new folder while the service runs. Keeps the latest copies, by default all.",
    options: {
      to: Text.optional(),
      keep: z.coerce.number("must be a number from 1 to 10000").int().min(1).max(10_000).optional(),
    },
    run: async (db, { to = path.join(env().DATA_DIR, "backups"), keep }) => {
      const started = performance.now();
      const { folder, manifest, bytes, removed } = await writeBackup(operator(db), {
        ...{ to: path.resolve(process.env.TILL_ROOT ?? ".", to), keep, onTable: sayTable },
      });
      return {
        ...{ folder, at: manifest.at, tables: manifest.tables.length },
        rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
        ...{ bytes, seconds: secondsSince(started), needs_encryption_keys: manifest.encryptionKeyIds, removed },
      };
    },
  }),
  "verify-backup": bareCommand({
    what: "Checks a backup's files, restores it into a temporary PostgreSQL and counts its rows.",
    options: { from: Text },
    runBare: async (root, { from }) => {
      const started = performance.now();
      const options = { from: path.resolve(root, from), migrations: migrationsOf(root), onTable: sayTable };
      const { manifest, rows } = await verifyBackup(options);
      return { verified: true, at: manifest.at, rows, seconds: secondsSince(started) };
    },
  }),
  restore: bareCommand({
    what: "Loads a backup into an empty data folder or database. Needs the encryption keys of that installation.",
    options: { from: Text },
    runBare: async (root, { from }) => {
      const started = performance.now();
      const folder = path.resolve(root, from);
      const { encryptionKeyIds } = readManifest(folder);
      const target = await openRestoreTarget(root, encryptionKeyIds);
      try {
        const options = { from: folder, migrations: migrationsOf(root), onTable: sayTable };
        const { manifest, rows } = await restoreBackup(target.url, options);
        return { restored: true, at: manifest.at, rows, seconds: secondsSince(started) };
      } finally {
        await target.close();
      }
    },
  }),
};

function secondsSince(started: number): number {
  return Math.round((performance.now() - started) / 100) / 10;
}
