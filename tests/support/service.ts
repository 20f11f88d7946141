import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { freePort } from "@/scripts/lib/free-port.mjs";
import { waitFor } from "@/tests/support/wait";

const run = promisify(execFile);
const READY = /Till(?:'s engine)? is ready at (\S+)/;

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
  createMerchant(webhookUrl?: string): Promise<Merchant>;
};

/** Where to leave what is to be done at the end: by default, of the test. */
type AtEnd = (end: () => void | Promise<void>) => void;

type ServiceOptions = {
  dataDir?: string;
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

/** Runs the built service as `npm start` does. */
export async function startService({
  atEnd = onTestFinished,
  dataDir = newDataDir(atEnd),
  env = {},
  root = ".",
  command = [process.execPath, path.join(root, "scripts/start.mjs")],
}: ServiceOptions = {}): Promise<RunningService> {
  const [program, ...args] = command;
  // several processes find a port of their own long before they listen: one that the system gives to nobody else
  // meanwhile
  const PORT = Number(env.WEB_CONCURRENCY) > 1 ? String(await freePort()) : "0";
  const child = spawn(program, args, { env: environment(dataDir, { PORT, ...env }) });
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
  const admin = (...args: string[]) => runAdmin(dataDir, args, env, root);
  return {
    url,
    dataDir,
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
    createMerchant: async (webhookUrl) => {
      const options = ["--name", "Shop", "--email", `${Math.random()}@example.com`, "--terminal", "Till 1"];
      const url = webhookUrl ? ["--webhook-url", webhookUrl] : [];
      return JSON.parse(await admin("create-merchant", ...options, "--password", "a long password", ...url));
    },
  };
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
