import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { systemContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { MIGRATION_LOCK } from "@/lib/base/db/migrate";
import { holdsNothing } from "@/lib/service/backup/catalog";
import { isUnfinished } from "@/lib/service/backup/unfinished";
import { writeBackup } from "@/lib/service/backup/write";
import { emptyDatabase } from "@/tests/support/backups";
import { runAdmin, startRefused } from "@/tests/support/service";

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "till-interrupted-"));
  // open to the account that PostgreSQL runs under when the tests run as root
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const SIGNAL_AT_LINE = `--import=${new URL("../support/signal-at-line.mjs", import.meta.url).href}`;

/**
 * Runs a command that gets a signal as soon as it says a line, by default the first table; resolves to its exit code or
 * the signal.
 */
function interrupt(signal: NodeJS.Signals, args: string[], env: Record<string, string>, at = "^account_tokens$") {
  const child = spawn(process.execPath, ["scripts/admin.mjs", ...args], {
    stdio: "ignore",
    env: { ...process.env, ...env, NODE_OPTIONS: SIGNAL_AT_LINE, SIGNAL: signal, SIGNAL_AT: at },
  });
  return new Promise((resolve) => child.once("close", (code, killedBy) => resolve(killedBy ?? code)));
}

const makeBackup = async () => (await writeBackup(systemContext(database(), "admin"), { to: newFolder() })).folder;

it.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)(
  "%s stops the check of a backup, of which nothing is left, and the exit code says so",
  async (signal, code) => {
    const folder = await makeBackup();
    const temporary = newFolder();
    expect(await interrupt(signal, ["verify-backup", "--from", folder], { TMPDIR: temporary })).toBe(code);
    expect(readdirSync(temporary)).toEqual([]);
  },
);

it("SIGINT stops a restore, and the database is empty again", async () => {
  const folder = await makeBackup();
  const target = await emptyDatabase();
  const env = { DATABASE_URL: target.url, DATA_DIR: newFolder() };
  expect(await interrupt("SIGINT", ["restore", "--from", folder], env)).toBe(130);
  expect([await holdsNothing(target.sql), await isUnfinished(target.sql)]).toEqual([true, false]);
});

it("SIGINT stops a migration that waits for a backup", async () => {
  const { url, sql } = await emptyDatabase();
  const backup = await sql.reserve();
  onTestFinished(() => backup.release());
  await backup`select pg_advisory_lock_shared(${MIGRATION_LOCK})`;
  const env = { DATABASE_URL: url, ENCRYPTION_KEY: process.env.ENCRYPTION_KEY as string };
  expect(await interrupt("SIGINT", ["migrate"], env, "^A backup or another migration is running")).toBe(130);
});

it("a service refuses to start on a database whose restore was killed, and another restore completes it", async () => {
  const folder = await makeBackup();
  const target = await emptyDatabase();
  const dataDir = newFolder();
  const env = { DATABASE_URL: target.url, ENCRYPTION_KEY: process.env.ENCRYPTION_KEY as string };
  expect(await interrupt("SIGKILL", ["restore", "--from", folder], { ...env, DATA_DIR: dataDir })).toBe("SIGKILL");
  expect(await startRefused(env, dataDir)).toMatchObject({
    code: 1,
    output: expect.stringContaining("A restore into this database is running or was interrupted"),
  });
  expect(JSON.parse(await runAdmin(dataDir, ["restore", "--from", folder], env))).toMatchObject({ restored: true });
  expect(await isUnfinished(target.sql)).toBe(false);
});
