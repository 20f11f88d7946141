import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "../../scripts/lib/root.mjs";
import { killPostmasterNow } from "./children.mjs";
import { connect } from "./connect.mjs";

const PREFIX = `till_bench_${randomBytes(4).toString("hex")}`;

/**
 * The PostgreSQL that all benches share: our embedded one in a folder that goes afterwards, or the server of
 * `DATABASE_URL`, where only databases of our own are made. Each bench gets a copy of one migrated template.
 */
export async function openCluster(till) {
  const own = process.env.DATABASE_URL ? null : await startOwn(till);
  const url = own?.url ?? process.env.DATABASE_URL;
  const admin = connect(url, 1);
  const template = `${PREFIX}_template`;
  const dropDatabase = (of) => admin.unsafe(`drop database if exists "${nameOf(of)}" with (force)`);
  const close = async () => {
    await dropDatabase(withName(url, template)).catch(() => {});
    await admin.end({ timeout: 5 });
    await own?.stop();
  };
  let copies = 0;
  try {
    await admin.unsafe(`create database "${template}"`);
    await till.migrate(withName(url, template), path.join(root, "drizzle", "migrations"));
    return {
      facts: await readFacts(admin),
      dropDatabase,
      close,
      /** A copy of the migrated template, or of an empty database. */
      async createDatabase({ empty = false } = {}) {
        const name = `${PREFIX}_${++copies}`;
        await admin.unsafe(`create database "${name}" template "${empty ? "template0" : template}"`);
        return withName(url, name);
      },
      /** Only a superuser may; for others it does nothing. */
      checkpoint: () => admin`checkpoint`.catch(() => {}),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startOwn(till) {
  const dataDir = mkdtempSync(path.join(tmpdir(), "till-bench-data-"));
  // started as root, Postgres runs as another account, which must get in
  chmodSync(dataDir, 0o755);
  const clean = () => {
    killPostmasterNow(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  };
  process.once("exit", clean);
  const server = await till.startPostgres(dataDir);
  return {
    url: server.socketUrl ?? server.url,
    stop: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
      process.off("exit", clean);
    },
  };
}

async function readFacts(admin) {
  const [facts] = await admin`
    select current_setting('server_version') as version, current_setting('fsync') as fsync,
           current_setting('synchronous_commit') as synchronous_commit`;
  return { ...facts, durable: facts.fsync === "on" && facts.synchronous_commit === "on" };
}

function withName(url, name) {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

function nameOf(url) {
  return new URL(url).pathname.slice(1);
}
