import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import { onTestFinished } from "vitest";
import { startEmbeddedPostgres } from "@/lib/base/db/embedded/start";
import { killPostgres, quitPostgres } from "@/tests/support/service";
import { waitFor } from "@/tests/support/wait";

/**
 * A PostgreSQL with a hot standby, which is a copy of its files that follows its log. A commit is acknowledged once the
 * standby has it, if `isSynchronous`. `url` names both and takes the one that can be written.
 */
export async function startWithStandby({ isSynchronous }: { isSynchronous: boolean }) {
  const folder = mkdtempSync(path.join(tmpdir(), "till standby "));
  // open to the account that PostgreSQL runs under when the tests run as root
  chmodSync(folder, 0o755);
  const [first, second] = [path.join(folder, "first"), path.join(folder, "second")];
  onTestFinished(async () => {
    for (const one of [second, first]) await quitPostgres(one);
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  const empty = await startEmbeddedPostgres({ dataDir: first, supervise: false });
  await empty.stop();
  // keeps the owner, which node's own copy doesn't
  execFileSync("cp", ["-a", first, second]);
  const primary = await startEmbeddedPostgres({ dataDir: first, supervise: false });
  const { username, password } = new URL(primary.url);
  writeFileSync(path.join(second, "postgres/standby.signal"), "");
  const source = `host=127.0.0.1 port=${primary.port} user=${username} password=${password}`;
  const standby = await startEmbeddedPostgres({
    dataDir: second,
    supervise: false,
    flags: ["hot_standby=on", `primary_conninfo=${source}`],
  });
  const follows = async () => {
    const [row] = await asked(
      primary.url,
      "select count(*)::int as n from pg_stat_replication where state = 'streaming'",
    );
    return row?.n === 1;
  };
  await waitFor("the standby to follow", follows);
  if (isSynchronous) {
    await asked(primary.url, "alter system set synchronous_standby_names = '*'");
    await asked(primary.url, "select pg_reload_conf()");
  }
  const login = `postgres://${username}:${password}`;
  return {
    url: `${login}@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/till?target_session_attrs=primary`,
    killPrimary: () => expectKilled(killPostgres(first)),
    promote: () => asked(standby.url, "select pg_promote()"),
  };
}

function expectKilled(isKilled: boolean): void {
  if (!isKilled) throw new Error("the primary wasn't running");
}

async function asked(url: string, statement: string) {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}
