import { readdir } from "node:fs/promises";
import path from "node:path";
import { findManifest, type Manifest } from "@/lib/backup/manifest";

const NAME = /^till-backup-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/;

/** The backups of an installation in a folder, the latest first. Those that don't say whose they are belong to none. */
export async function backupsIn(folder: string, installation: string): Promise<{ name: string; manifest: Manifest }[]> {
  return (await readdir(folder))
    .filter((name) => NAME.test(name))
    .flatMap((name) => {
      const manifest = findManifest(path.join(folder, name));
      return manifest?.installation === installation ? [{ name, manifest }] : [];
    })
    .sort((one, other) => Date.parse(other.manifest.at) - Date.parse(one.manifest.at));
}
