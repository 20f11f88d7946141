import { startEmbeddedPostgres } from "@/lib/base/db/embedded/start";
import { type Restored, restoreBackup } from "@/lib/service/backup/restore";
import { makeTemporaryFolder } from "@/lib/service/backup/temporary-folder";

/**
 * Checks a backup, restores it into a PostgreSQL of its own in a temporary folder, which is removed afterwards, and
 * counts its rows. What a killed check has left is removed first. Errors as `restoreBackup`.
 */
export async function verifyBackup(options: Parameters<typeof restoreBackup>[1]): Promise<Restored> {
  const { folder, remove } = await makeTemporaryFolder();
  const openTarget = async () => {
    // what is thrown away afterwards need not survive a crash
    const { url } = await startEmbeddedPostgres({ dataDir: folder, supervise: false, flags: ["fsync=off"] });
    options.signal?.throwIfAborted();
    return url;
  };
  try {
    return await restoreBackup(openTarget, options);
  } finally {
    await remove();
  }
}
