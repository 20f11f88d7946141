import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@/scripts/lib/free-port.mjs";

const READY_WITHIN_MS = 600_000;

export type RunningServer = { url: string; dataDir: string; stop(): Promise<void> };

/** Starts the built server on a free port with a data folder of its own, which goes when it stops. */
export async function startServer(settings: Record<string, string> = {}): Promise<RunningServer> {
  const dataDir = mkdtempSync(join(tmpdir(), "till-e2e-"));
  // started as root, Postgres runs as another account, which must get in
  chmodSync(dataDir, 0o755);
  const port = await freePort();
  const own = { PORT: String(port), APP_URL: `http://localhost:${port}`, ...settings };
  const env = { ...process.env, ...variables(dataDir), ...own };
  const child = spawn(process.execPath, ["scripts/start.mjs"], { env, stdio: ["ignore", "pipe", "pipe"] });
  const stop = async () => {
    await end(child);
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    return { url: await readyAddress(child), dataDir, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Makes a merchant on that server and gives its terminal's sandbox key. */
export function createMerchant(dataDir: string, port: string): string {
  const person = ["--email", "owner@example.com", "--password", "correct horse battery staple"];
  const names = ["--name", "Corner Shop", "--terminal", "Front desk"];
  const out = execFileSync("npm", ["run", "--silent", "admin", "--", "create-merchant", ...names, ...person], {
    env: { ...process.env, ...variables(dataDir), PORT: port },
    encoding: "utf8",
  });
  return JSON.parse(out).keys.sandbox;
}

function variables(dataDir: string) {
  return {
    DATA_DIR: dataDir,
    SIGNUP: "open",
    RATE_LIMIT_DEMO_PER_MINUTE: "0",
    RATE_LIMIT_SIMULATE_PER_MINUTE: "0",
    RATE_LIMIT_API_PER_MINUTE: "0",
    RATE_LIMIT_SIGN_IN_PER_MINUTE: "0",
    LOG_LEVEL: "error",
    // live is on, with a node that nobody listens at: what the chain would say, tests write by SQL
    TRON_RPC_URLS: "http://127.0.0.1:9/jsonrpc",
    TRON_NETWORK: "nile",
  };
}

function readyAddress(child: ChildProcess) {
  return new Promise<string>((resolve, reject) => {
    let said = "";
    const timer = setTimeout(() => reject(new Error(`The server was not ready in time:\n${said}`)), READY_WITHIN_MS);
    const listen = (chunk: Buffer) => {
      said += chunk;
      const url = /ready at (http:\/\/\S+)/.exec(said)?.[1];
      if (!url) return;
      clearTimeout(timer);
      resolve(url);
    };
    child.stdout?.on("data", listen);
    child.stderr?.on("data", listen);
    child.once("exit", (code) => {
      clearTimeout(timer);
      reject(new Error(`The server ended with ${code}:\n${said}`));
    });
  });
}

/** Ends a process and waits until it is gone. */
export function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });
}
