// The built service for the libraries' tests: one with data of its own, which a test can stop and start again.
import { execFile, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { freePort } from "./free-port.mjs";
import { root } from "./root.mjs";

const run = promisify(execFile);
const NOT_OURS = /^(DATABASE_URL|ENCRYPTION_KEY|APP_URL|RATE_LIMIT|VITEST|NODE_ENV|NODE_OPTIONS|LOG_LEVEL|PORT|TILL_)/;
const LIMITS = ["DEMO_PER_MINUTE", "SIMULATE_PER_MINUTE", "STATUS_PER_MINUTE", "CREATE_PER_SECOND"];

/** Starts the service on a port that it keeps. `close` ends it with its database and removes its data. */
export async function startService() {
  const folder = mkdtempSync(path.join(tmpdir(), "till-sdks-"));
  // open to the account that PostgreSQL runs under when the tests run as root
  chmodSync(folder, 0o755);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const dataDir = path.join(folder, "data");
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !NOT_OURS.test(name))),
    ...Object.fromEntries(LIMITS.map((limit) => [`RATE_LIMIT_${limit}`, "0"])),
    NODE_ENV: "production",
    DATA_DIR: dataDir,
    PORT: String(port),
    APP_URL: url,
    WEBHOOK_RETRY_DELAYS_S: "1,1,1,1,1",
    LOG_LEVEL: "warn",
  };
  let child = null;

  const stop = async () => {
    const ending = child;
    child = null;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise((resolve) => ending.once("exit", resolve));
    ending.kill("SIGTERM");
    await ended;
  };
  const start = async () => {
    if (child) return;
    child = spawn(process.execPath, ["scripts/start.mjs"], { cwd: root, env });
    await ready(child);
  };
  const admin = async (...args) => {
    const { stdout } = await run(process.execPath, ["scripts/admin.mjs", ...args], { cwd: root, env });
    return JSON.parse(stdout);
  };
  const close = async () => {
    await stop();
    killPostgres(dataDir);
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };

  try {
    await start();
  } catch (error) {
    await close();
    throw error;
  }
  return { url, start, stop, admin, close };
}

/**
 * Lets a test in any language stop and start the service and run an operator's command: `POST /stop`, `/start`,
 * `/admin`.
 */
export async function startControl(service) {
  const verbs = {
    "/stop": () => service.stop(),
    "/start": () => service.start(),
    "/admin": (args) => service.admin(...args),
  };
  const server = http.createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    try {
      const done = await verbs[request.url](text === "" ? [] : JSON.parse(text));
      response.end(JSON.stringify(done ?? {}));
    } catch (error) {
      response.writeHead(500).end(JSON.stringify({ error: String(error) }));
    }
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}`, close };
}

function ready(child) {
  return new Promise((resolve, reject) => {
    let output = "";
    const look = (chunk) => {
      output += chunk;
      if (output.includes("is ready at")) resolve();
    };
    child.stdout.on("data", look);
    child.stderr.on("data", look);
    child.once("exit", () => reject(new Error(`the service stopped before it was ready:\n${output}`)));
  });
}

function killPostgres(dataDir) {
  try {
    process.kill(Number(readFileSync(path.join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0]), "SIGKILL");
  } catch {
    // it does not run
  }
}
