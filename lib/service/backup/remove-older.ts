import path from "node:path";
import { backupsIn } from "@/lib/service/backup/backups-in";
import { removeBackup } from "@/lib/service/backup/leftovers";
import { findManifest } from "@/lib/service/backup/manifest";

/**
 * Removes the oldest backups of the same installation until `keep` are left, `latest` included. Only those of an
 * earlier moment count and are removed, so of two backups at once neither removes the other. Backups of other
 * installations, and those that don't say whose they are, are neither counted nor removed. Returns the removed folders'
 * names.
 */
export async function removeOlder(latest: string, keep: number): Promise<string[]> {
  const made = findManifest(latest);
  if (!made?.installation) return [];
  const to = path.dirname(latest);
  const all = await backupsIn(to, made.installation);
  const earlier = all.filter(({ manifest }) => Date.parse(manifest.at) < Date.parse(made.at));
  const removed: string[] = [];
  for (const { name } of earlier.slice(keep - 1)) if (await removeBackup(path.join(to, name))) removed.push(name);
  return removed;
}
