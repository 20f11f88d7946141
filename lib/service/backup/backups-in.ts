import { readdir } from "node:fs/promises";
import path from "node:path";
import { findManifest, isBackupName, type Manifest } from "@/lib/service/backup/manifest";

/** The backups of an installation in a folder, the latest first. Those that don't say whose they are belong to none. */
export async function backupsIn(folder: string, installation: string): Promise<{ name: string; manifest: Manifest }[]> {
  return (await readdir(folder))
    .filter(isBackupName)
    .flatMap((name) => {
      const manifest = findManifest(path.join(folder, name));
      return manifest?.installation === installation ? [{ name, manifest }] : [];
    })
    .sort((one, other) => Date.parse(other.manifest.at) - Date.parse(one.manifest.at));
}
