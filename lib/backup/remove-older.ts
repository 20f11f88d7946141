import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { findManifest } from "@/lib/backup/manifest";

const NAME = /^till-backup-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/;

/**
 * Removes the oldest backups of the same installation until `keep` are left, `latest` included, which always stays. Backups of
 * other installations, and those that don't say whose they are, are neither counted nor removed. Returns the removed folders' names.
 */
export async function removeOlder(latest: string, keep: number): Promise<string[]> {
  const installation = findManifest(latest)?.installation;
  if (!installation) return [];
  const to = path.dirname(latest);
  const others = (await readdir(to))
    .filter((name) => NAME.test(name) && name !== path.basename(latest))
    .flatMap((name) => {
      const manifest = findManifest(path.join(to, name));
      return manifest?.installation === installation ? [{ name, at: manifest.at }] : [];
    })
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
  const older = others.slice(keep - 1).map(({ name }) => name);
  for (const name of older) await rm(path.join(to, name), { recursive: true, force: true });
  return older;
}
