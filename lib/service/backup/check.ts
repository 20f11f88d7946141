import path from "node:path";
import { EnvError } from "@/lib/base/process/env";
import { checkFiles } from "@/lib/service/backup/check-files";
import { backupName, isBackupName, type Manifest } from "@/lib/service/backup/manifest";
import { readTrustedManifest, type Trust } from "@/lib/service/backup/signature";

/**
 * Checks a backup without a database: the manifest by its signature, every file by the manifest, and the moment in the
 * folder's name. Error: `EnvError` as `readTrustedManifest`, for a damaged file, and for a backup in the folder of
 * another one.
 */
export async function checkBackup(folder: string, trust: Trust, signal?: AbortSignal): Promise<Manifest> {
  const manifest = readTrustedManifest(folder, trust);
  const name = path.basename(path.resolve(folder));
  if (isBackupName(name) && name !== backupName(manifest.at)) {
    throw new EnvError(
      `${folder} holds the backup of another moment, ${manifest.at}. Its folder is ${backupName(manifest.at)}.`,
    );
  }
  await checkFiles(folder, manifest, signal);
  return manifest;
}
