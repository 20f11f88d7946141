import { readdir } from "node:fs/promises";
import path from "node:path";
import { removeBackup } from "@/lib/backup/leftovers";
import { findManifest } from "@/lib/backup/manifest";

const NAME = /^till-backup-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/;

/**
 * Removes the oldest backups of the same installation until `keep` are left, `latest` included. Only those of an earlier moment
 * count and are removed, so of two backups at once neither removes the other. Backups of other installations, and those that don't
 * say whose they are, are neither counted nor removed. Returns the removed folders' names.
 */
export async function removeOlder(latest: string, keep: number): Promise<string[]> {
  const made = findManifest(latest);
  if (!made?.installation) return [];
  const to = path.dirname(latest);
  const earlier = (await readdir(to))
    .filter((name) => NAME.test(name))
    .flatMap((name) => {
      const manifest = findManifest(path.join(to, name));
      return manifest?.installation === made.installation ? [{ name, at: Date.parse(manifest.at) }] : [];
    })
    .filter(({ at }) => at < Date.parse(made.at))
    .sort((one, other) => other.at - one.at);
  const removed: string[] = [];
  for (const { name } of earlier.slice(keep - 1)) if (await removeBackup(path.join(to, name))) removed.push(name);
  return removed;
}
