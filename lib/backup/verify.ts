import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Restored, restoreBackup } from "@/lib/backup/restore";
import { startEmbeddedPostgres } from "@/lib/db/embedded/start";

/**
 * Restores a backup into a PostgreSQL of its own in a temporary folder, which is removed afterwards, and counts its rows.
 * Errors as `restoreBackup`.
 */
export async function verifyBackup(options: Parameters<typeof restoreBackup>[1]): Promise<Restored> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "till-verify-"));
  // open to the account that PostgreSQL runs under when this is root
  chmodSync(dataDir, 0o755);
  try {
    // what is thrown away afterwards need not survive a crash
    const server = await startEmbeddedPostgres({ dataDir, supervise: false, flags: ["fsync=off"] });
    try {
      options.signal?.throwIfAborted();
      return await restoreBackup(server.url, options);
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
