import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

/** A cluster's running postmaster. It accepts connections only when its status is "ready". */
type Postmaster = { pid: number; port: number; socketFolder: string | null; status: string };

/** PostgreSQL creates the file empty and fills it immediately; one that stays unreadable is left from a power loss. */
const UNREADABLE_FOR_MS = 5_000;

/**
 * Returns the cluster's postmaster according to postmaster.pid, or null if none is running. Removes a stale file whose
 * process id belongs to another program, because it would keep PostgreSQL from starting. If a server is running after all,
 * PostgreSQL detects it by its shared memory and refuses to start.
 */
export function findPostmaster(cluster: string): Postmaster | null {
  const file = path.join(cluster, "postmaster.pid");
  const text = readIfThere(file);
  if (text === null) return null;
  const lines = text.split("\n");
  const pid = Math.abs(Number.parseInt(lines[0] ?? "", 10)); // negative: PostgreSQL in single-user mode
  if (!pid) {
    removeUnreadable(file);
    return null;
  }
  if (isPostmasterOf(cluster, pid)) {
    return {
      pid,
      port: Number(lines[3]),
      socketFolder: lines[4] || null,
      status: lines[7]?.trim() || "starting",
    };
  }
  if (exists(pid) && readIfThere(file) === text) fs.rmSync(file, { force: true });
  return null;
}

/** The port that the cluster was last started on. */
export function lastPort(cluster: string): number | null {
  const port = /"-p" "(\d+)"/.exec(readIfThere(path.join(cluster, "postmaster.opts")) ?? "")?.[1];
  return port ? Number(port) : null;
}

/** True if the process is a PostgreSQL started on this cluster, or if that can't be determined. */
export function isPostmasterOf(cluster: string, pid: number): boolean {
  if (!exists(pid)) return false;
  if (process.platform === "win32") return true;
  if (process.platform !== "linux") {
    const { error, stdout } = spawnSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" });
    return error !== undefined || (stdout.includes("postgres") && stdout.includes(cluster));
  }
  const words = readIfThere(`/proc/${pid}/cmdline`)?.split("\0"); // empty for a zombie process
  if (!words) return !fs.existsSync("/proc/self");
  return path.basename(words[0] ?? "") === "postgres" && words.includes(cluster);
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function removeUnreadable(file: string): void {
  const changedAt = fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  if (changedAt < Date.now() - UNREADABLE_FOR_MS) fs.rmSync(file, { force: true });
}

function readIfThere(file: string): string | null {
  try {
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  }
}
