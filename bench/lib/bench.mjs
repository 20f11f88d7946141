import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { connect } from "./connect.mjs";
import { vacuum } from "./seed.mjs";

/**
 * What a bench function works with: the run's options, the cluster, and `onEnd`, by which everything that is started is
 * stopped again, last first, also when the bench fails.
 */
export function createBench(name, { rounds, seconds, scale, profile, cluster, till }) {
  const endings = [];
  const databases = [];
  const folder = mkdtempSync(path.join(tmpdir(), "till-bench-"));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", removeFolder);
  const onEnd = (ending) => endings.push(ending);

  return {
    name,
    rounds,
    seconds,
    till,
    profile,
    onEnd,
    /** a number of rows at this run's scale */
    count: (full) => Math.max(100, Math.round(full * scale)),
    /** A migrated database of this bench's own, with a connection pool for seeding and looking. */
    async database() {
      const url = await cluster.createDatabase();
      const sql = connect(url, 4);
      databases.push(sql);
      onEnd(() => cluster.dropDatabase(url));
      onEnd(() => sql.end({ timeout: 5 }));
      return { url, sql };
    },
    dropDatabase: (url) => cluster.dropDatabase(url),
    /** The URL of a database without a schema, for a restore. */
    async emptyDatabase() {
      const url = await cluster.createDatabase({ empty: true });
      onEnd(() => cluster.dropDatabase(url));
      return url;
    },
    /** Leaves nothing for the next measurement to pay for: neither dead rows nor pages that are not on disk. */
    async settle() {
      for (const sql of databases) await vacuum(sql);
      await cluster.checkpoint();
    },
    /** Writes one line each into a file that load generators and senders read. */
    writeLines(file, lines) {
      const target = path.join(folder, file);
      writeFileSync(target, `${lines.join("\n")}\n`);
      return target;
    },
    folder,
    say: (line) => console.error(`  ${line}`),
    async end() {
      for (const ending of endings.splice(0).reverse()) {
        try {
          await ending();
        } catch (error) {
          console.error(`  could not be stopped: ${error.message}`);
        }
      }
      removeFolder();
      process.off("exit", removeFolder);
    },
  };
}
