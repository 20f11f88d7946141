import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { freePort } from "@/scripts/lib/free-port.mjs";
import { waitFor } from "@/tests/support/wait";

export function hasPgBouncer(): boolean {
  try {
    execFileSync("pgbouncer", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

const MODES = {
  // with few connections, so that clients share them from the first moment
  transaction: ["pool_mode = transaction", "default_pool_size = 4"],
  // PgBouncer's default
  session: [],
};

/** Starts a PgBouncer in front of a database, otherwise with its default configuration. Returns the URL through it. */
export async function startPgBouncer(databaseUrl: string, mode: keyof typeof MODES = "transaction"): Promise<string> {
  const database = new URL(databaseUrl);
  const name = database.pathname.slice(1);
  const folder = mkdtempSync(path.join(tmpdir(), "till pgbouncer "));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const file = path.join(folder, "pgbouncer.ini");
  writeFileSync(
    file,
    [
      "[databases]",
      `${name} = host=${database.hostname} port=${database.port} user=${database.username} password=${database.password}`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${port}`,
      "unix_socket_dir =",
      "auth_type = any",
      ...MODES[mode],
    ].join("\n"),
  );
  const account = process.getuid?.() === 0 ? ["--user", "nobody"] : [];
  const child = spawn("pgbouncer", ["--quiet", ...account, file], { stdio: "ignore" });
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  await waitFor("PgBouncer", () => accepts(port));
  return `postgres://till@127.0.0.1:${port}/${name}`;
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
