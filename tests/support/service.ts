import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { systemContext } from "@/lib/base/context/context";
import { openDatabase } from "@/lib/base/db/client";
import { createMerchant } from "@/lib/business/merchants/create";
import { freePort } from "@/scripts/lib/free-port.mjs";
import { copyDatabase } from "@/tests/support/copied-database";
import { waitFor } from "@/tests/support/wait";

const run = promisify(execFile);
const READY = /Till(?:'s engine)? is ready at (\S+)/;

type Owner = { email: string; password: string };

type Merchant = {
  merchant_id: string;
  terminal_id: string;
  keys: { sandbox: string };
  webhook_secret: string;
  webhook_endpoint_id: string;
};

export type RunningService = {
  url: string;
  dataDir: string;
  /** what it was started with, for another on the same database */
  env: Record<string, string>;
  /** everything it has printed */
  output(): string;
  /** Stops reading what it prints, as a log collector does that has died. */
  deafen(): void;
  /** Sends it a signal. */
  signal(signal: NodeJS.Signals): void;
  /** Ends it with a signal and waits until all that it printed is read; resolves to exit code or signal. */
  end(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals | null>;
  /** Runs an operator's command against the same data. */
  admin(...args: string[]): Promise<string>;
  /** Creates a merchant: by the operator's command only where this process can't open the service's database. */
  createMerchant(webhookUrl?: string, owner?: Owner): Promise<Merchant>;
};

/** Where to leave what is to be done at the end: by default, of the test. */
type AtEnd = (end: () => void | Promise<void>) => void;

type ServiceOptions = {
  /** of a service with a PostgreSQL of its own in it, unless the environment names a database */
  dataDir?: string;
  /** runs a PostgreSQL of its own, as an installation does that sets nothing */
  hasOwnPostgres?: boolean;
  env?: Record<string, string>;
  command?: [string, ...string[]];
  /** the folder of a release, by default this project's */
  root?: string;
  atEnd?: AtEnd;
};

/** A data folder of its own, with a space in its name, removed at the end with any Postgres left in it. */
export function newDataDir(atEnd: AtEnd = onTestFinished): string {
  const folder = mkdtempSync(path.join(tmpdir(), "till service "));
  // open to the account that PostgreSQL runs under when the tests run as root
  chmodSync(folder, 0o755);
  const dataDir = path.join(folder, "data dir");
  atEnd(async () => {
    await quitPostgres(dataDir);
    rmSync(path.dirname(dataDir), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  return dataDir;
}

/** The process of the embedded PostgreSQL, null when it does not run. */
export function postgresPid(dataDir: string): number | null {
  try {
    return Number(readFileSync(path.join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0]);
  } catch {
    return null;
  }
}

/**
 * Ends the embedded PostgreSQL at once, if it runs. Killed, it would leave its shared memory to the machine for ever.
 */
export async function quitPostgres(dataDir: string): Promise<void> {
  const pid = postgresPid(dataDir);
  if (pid === null) return;
  try {
    process.kill(pid, "SIGQUIT");
  } catch {
    return; // its file was left by a crash
  }
  await waitFor("PostgreSQL to end", () => postgresPid(dataDir) === null || !exists(pid));
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Kills the embedded PostgreSQL; false when it did not run. */
export function killPostgres(dataDir: string): boolean {
  const pid = postgresPid(dataDir);
  try {
    return pid !== null && process.kill(pid, "SIGKILL");
  } catch {
    return false;
  }
}

function environment(dataDir: string, extra: Record<string, string>): NodeJS.ProcessEnv {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(DATABASE_|ENCRYPTION_KEY|APP_URL|RATE_LIMIT|VITEST|NODE_ENV|LOG_LEVEL|PORT)/.test(name),
    ),
  );
  const asWithNpm = { npm_execpath: "npm-cli.js" };
  return {
    ...inherited,
    ...asWithNpm,
    NODE_ENV: "production",
    DATA_DIR: dataDir,
    PORT: "0",
    LOG_LEVEL: "info",
    ...extra,
  };
}

/** Runs an operator's command on a data folder; resolves to what it printed. */
export async function runAdmin(
  dataDir: string,
  args: string[],
  env: Record<string, string> = {},
  root = ".",
): Promise<string> {
  const command = [path.join(root, "scripts/admin.mjs"), ...args];
  const { stdout } = await run(process.execPath, command, { env: environment(dataDir, env) });
  return stdout;
}

/** An empty database of the run's cluster: a PostgreSQL for each service would take a third of the time of a start. */
async function ownDatabase(atEnd: AtEnd, given: Record<string, string>): Promise<Record<string, string>> {
  const { url, drop } = await copyDatabase();
  atEnd(drop);
  if (given.ENCRYPTION_KEY_FILE) return { DATABASE_URL: url };
  return { DATABASE_URL: url, ENCRYPTION_KEY: process.env.ENCRYPTION_KEY as string };
}

/**
 * Has Next load each page when it is first asked for. Loading all of them takes 40 % of a start's time. By the variable
 * that Next's own standalone servers use: one that knows it no more loads the pages at its start.
 */
function pagesWhenAsked(): Record<string, string> {
  const built = ".next/required-server-files.json";
  if (!existsSync(built)) return {}; // the start builds it
  const { config } = JSON.parse(readFileSync(built, "utf8"));
  config.experimental.preloadEntriesOnStart = false;
  return { __NEXT_PRIVATE_STANDALONE_CONFIG: JSON.stringify(config) };
}

/**
 * Runs the built service as `npm start` does, by default on a database of its own. With a PostgreSQL of its own, or
 * another command or folder, it starts exactly as an installation does.
 */
export async function startService({
  atEnd = onTestFinished,
  dataDir,
  hasOwnPostgres,
  env: given = {},
  root = ".",
  command,
}: ServiceOptions = {}): Promise<RunningService> {
  const [program, ...args] = command ?? [process.execPath, path.join(root, "scripts/start.mjs")];
  const isOnCluster = !hasOwnPostgres && dataDir === undefined && given.DATABASE_URL === undefined;
  const pages = hasOwnPostgres || command || root !== "." ? {} : pagesWhenAsked();
  const env = isOnCluster ? { ...(await ownDatabase(atEnd, given)), ...given } : given;
  const folder = dataDir ?? newDataDir(atEnd);
  // several processes find a port of their own long before they listen: one that the system gives to nobody else
  // meanwhile
  const PORT = Number(env.WEB_CONCURRENCY) > 1 ? String(await freePort()) : "0";
  const child = spawn(program, args, { env: environment(folder, { PORT, ...pages, ...env }) });
  const output = collect(child);
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once("exit", (code, signal) => resolve(signal ?? code));
  });
  const allRead = new Promise((resolve) => child.once("close", resolve));
  atEnd(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
    await ended;
  });
  const url = await ready(child, output);
  const admin = (...args: string[]) => runAdmin(folder, args, env, root);
  return {
    url,
    dataDir: folder,
    env,
    output,
    deafen: () => {
      child.stdout.destroy();
      child.stderr.destroy();
    },
    signal: (signal) => void child.kill(signal),
    end: async (signal = "SIGTERM") => {
      child.kill(signal);
      // killed, it leaves its PostgreSQL behind, which keeps the streams open
      if (signal !== "SIGKILL") await allRead;
      return ended;
    },
    admin,
    createMerchant: async (
      webhookUrl,
      owner = { email: `${Math.random()}@example.com`, password: "a long password" },
    ) => {
      const { DATABASE_URL, ENCRYPTION_KEY } = env;
      if (DATABASE_URL && ENCRYPTION_KEY === process.env.ENCRYPTION_KEY) {
        return createHere(DATABASE_URL, webhookUrl, owner);
      }
      const options = ["--name", "Shop", "--terminal", "Till 1", "--email", owner.email, "--password", owner.password];
      const url = webhookUrl ? ["--webhook-url", webhookUrl] : [];
      return JSON.parse(await admin("create-merchant", ...options, ...url));
    },
  };
}

/** Creates a merchant from this process, which takes a tenth of the time of an operator's command. */
async function createHere(databaseUrl: string, webhookUrl: string | undefined, owner: Owner): Promise<Merchant> {
  const db = openDatabase(databaseUrl, { pool: 1 });
  try {
    const shop = { name: "Shop", terminal: "Till 1", webhookUrl, ...owner };
    return (await createMerchant(systemContext(db, "test"), shop)) as Merchant;
  } finally {
    await db.close();
  }
}

/** One service for every test of a file or block, for tests that leave it as they found it. */
export function sharedService(options: () => ServiceOptions = () => ({})): () => RunningService {
  const ends: (() => void | Promise<void>)[] = [];
  let service: RunningService | null = null;
  beforeAll(async () => {
    service = await startService({ ...options(), atEnd: (end) => ends.unshift(end) });
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });
  return () => service as RunningService;
}

/** Runs the service where it is expected to refuse: resolves to its exit code and what it said. */
export async function startRefused(env: Record<string, string>, dataDir = newDataDir()) {
  const child = spawn(process.execPath, ["scripts/start.mjs"], { env: environment(dataDir, env) });
  const output = collect(child);
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, output: output() };
}

function collect(child: ChildProcess): () => string {
  let text = "";
  const add = (chunk: Buffer) => {
    text += chunk.toString();
  };
  child.stdout?.on("data", add);
  child.stderr?.on("data", add);
  return () => text;
}

function ready(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const url = READY.exec(output())?.[1];
      if (url) resolve(url);
    };
    child.stdout?.on("data", look);
    child.once("exit", () => reject(new Error(`the service stopped before it was ready:\n${output()}`)));
  });
}

/** A request to a service, with its answer as JSON. */
export async function ask(
  service: { url: string },
  pathAndQuery: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  const answer = await fetch(`${service.url}${pathAndQuery}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "content-type": "application/json", ...headers },
    body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
  let json: any = null;
  try {
    json = JSON.parse(text);
  } catch {
    // not JSON: the caller looks at the text
  }
  return { status: answer.status, headers: answer.headers, text, json };
}

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
