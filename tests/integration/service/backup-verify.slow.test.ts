import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { isPostmasterOf } from "@/lib/base/db/embedded/pid-file";
import { makeTemporaryFolder } from "@/lib/service/backup/temporary-folder";
import { verifyBackup } from "@/lib/service/backup/verify";
import { patchedPostgres } from "@/scripts/lib/patch-postgres.mjs";
import { contentsOf, migrations, newFolder, sharedBackup } from "@/tests/support/backups";

/** Backups that are tried in a PostgreSQL of their own. */

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;
/** Processes of its own, as in a container. PostgreSQL refuses to run as root. */
const CONTAINER = [
  ...(isRoot ? [] : ["--user", "--map-current-user"]),
  "--pid",
  "--fork",
  "--kill-child",
  "--mount-proc",
];
const program = path.resolve(`node_modules/.cache/till-verify-${process.pid}.mjs`);

/** Tries a backup, says so as soon as it loads the first table, and does nothing from then on. */
const CHILD_PROGRAM = `
  import fs from "node:fs";
  import { verifyBackup } from "@/lib/service/backup/verify";
  const [from, migrations] = process.argv.slice(2);
  const onTable = () => {
    fs.writeSync(1, "loading");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  };
  await verifyBackup({ from, migrations, onTable });
`;

beforeAll(async () => {
  const stdin = { contents: CHILD_PROGRAM, resolveDir: path.resolve("."), loader: "ts" } as const;
  await build({
    stdin,
    outfile: program,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    alias: { postgres: patchedPostgres() },
    logLevel: "error",
  });
});

afterAll(() => fs.rmSync(program, { force: true }));

const backup = sharedBackup();

describe("the check of a backup", () => {
  it("that is stopped leaves nothing of its PostgreSQL", async () => {
    const { folder } = await backup.get();
    const temporary = useTemporaryFolder();
    const stopped = new AbortController();
    const onTable = () => stopped.abort(new Error("stopped"));
    const stopping = verifyBackup({ from: folder, migrations, onTable, signal: stopped.signal });
    await expect(stopping).rejects.toThrow("stopped");
    expect(fs.readdirSync(temporary)).toEqual([]);
  });

  it.runIf(isRoot)("leaves nothing where the database's account can't enter the temporary folder", async () => {
    const { folder } = await backup.get();
    const temporary = useTemporaryFolder(0o700);
    const elsewhere = new Set<string>();
    const onTable = () => {
      const dataDir = path.join(fs.realpathSync(temporary), contentsOf(temporary)[0] ?? "");
      const hash = createHash("sha256").update(dataDir).digest("hex").slice(0, 12);
      elsewhere.add(`/var/lib/till-postgres-${hash}`);
      expect([...elsewhere].map((one) => fs.existsSync(one))).toEqual([true]);
    };
    await verifyBackup({ from: folder, migrations, onTable });
    expect([...elsewhere].map((one) => fs.existsSync(one))).toEqual([false]);
    expect(fs.readdirSync(temporary)).toEqual([]);
  });

  it("removes what a killed one has left, with its PostgreSQL, and nothing of one that goes on, and leaves nothing itself", async () => {
    const { folder, manifest } = await backup.get();
    const temporary = useTemporaryFolder();
    const child = await startCheck(folder);
    const made = contentsOf(temporary);
    const cluster = path.join(fs.realpathSync(temporary), made[0] ?? "", "postgres");
    const pid = Number.parseInt(fs.readFileSync(path.join(cluster, "postmaster.pid"), "utf8"), 10);
    await beginAnother();
    expect([contentsOf(temporary), isPostmasterOf(cluster, pid)]).toEqual([made, true]);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(isPostmasterOf(cluster, pid)).toBe(true);
    const { rows } = await verifyBackup({ from: folder, migrations });
    expect(rows).toBe(manifest.tables.reduce((sum, table) => sum + table.rows, 0));
    expect([contentsOf(temporary), isPostmasterOf(cluster, pid)]).toEqual([[], false]);
  });

  it.runIf(spawnSync("unshare", [...CONTAINER, "true"]).status === 0)(
    "removes nothing of one that goes on in another container",
    async () => {
      const { folder } = await backup.get();
      const temporary = useTemporaryFolder();
      await startCheck(folder, ["unshare", ...CONTAINER]);
      const made = contentsOf(temporary);
      await beginAnother();
      expect(contentsOf(temporary)).toEqual(made);
    },
  );

  it("leaves alone what isn't its own", async () => {
    const another = newFolder();
    const temporary = useTemporaryFolder();
    fs.writeFileSync(path.join(another, "notes.txt"), "mine");
    fs.symlinkSync(another, path.join(temporary, "till-verify-000000000001"));
    fs.writeFileSync(path.join(temporary, "till-verify-000000000002"), "mine");
    fs.mkdirSync(path.join(temporary, "till-verify-notes"));
    if (isRoot) {
      fs.mkdirSync(path.join(temporary, "till-verify-000000000003"));
      fs.chownSync(path.join(temporary, "till-verify-000000000003"), NOBODY, NOBODY);
    }
    const before = contentsOf(temporary);
    await beginAnother();
    expect([contentsOf(temporary), contentsOf(another)]).toEqual([before, ["notes.txt"]]);
  });
});

/** A temporary folder of the test's own: other tests check backups at the same time. */
function useTemporaryFolder(mode = 0o755): string {
  const temporary = newFolder();
  fs.chmodSync(temporary, mode);
  vi.stubEnv("TMPDIR", temporary);
  onTestFinished(() => void vi.unstubAllEnvs());
  return temporary;
}

/** Starts a check in another process and waits until it loads the first table. `within`: a command that runs it. */
async function startCheck(folder: string, within: string[] = []): Promise<ChildProcess> {
  const [command = "", ...args] = [...within, process.execPath, program, folder, migrations];
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await exited;
  });
  const ended = exited.then(([code]) => Promise.reject(new Error(`the child ended with ${code}`)));
  await Promise.race([once(child.stdout, "data"), ended]);
  return child;
}

/** What another check does first, without a PostgreSQL. */
async function beginAnother(): Promise<void> {
  const { remove } = await makeTemporaryFolder();
  await remove();
}
