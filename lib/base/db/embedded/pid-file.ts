import { spawnSync } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";

/** A cluster's running postmaster. It accepts connections only when its status is "ready". */
type Postmaster = { pid: number; port: number; socketFolder: string | null; status: string };

/**
 * PostgreSQL creates the file empty and fills it while it starts; one that stays incomplete is left from a power loss.
 */
const INCOMPLETE_FOR_MS = 5_000;

/**
 * Returns the cluster's postmaster according to postmaster.pid, or null if none is running. It may run where this
 * process can't see it, such as in another container with the same folder: then its Unix socket shows that it is alive.
 * Removes a stale file whose process id belongs to another program, because it would keep PostgreSQL from starting.
 * While this process starts a postmaster (`isStarting`), an empty file is its file, whatever the clocks say of its age.
 */
export async function findPostmaster(cluster: string, { isStarting = false } = {}): Promise<Postmaster | null> {
  const file = path.join(cluster, "postmaster.pid");
  const text = readIfThere(file);
  if (text === null) return null;
  const lines = text.split("\n");
  const pid = Math.abs(Number.parseInt(lines[0] ?? "", 10)); // negative: PostgreSQL in single-user mode
  if (!pid) {
    if (!isStarting && !isFresh(file)) fs.rmSync(file, { force: true });
    return null;
  }
  const found = {
    pid,
    port: Number(lines[3]),
    // as this process sees the folder, which may have another path where the server runs
    socketFolder: lines[4] ? cluster : null,
    status: lines[7]?.trim() || "starting",
  };
  if (await isRunning(cluster, found)) return found;
  if (lines[7] === undefined && isFresh(file)) return { ...found, status: "starting" };
  if (exists(pid) && readIfThere(file) === text) fs.rmSync(file, { force: true });
  return null;
}

/** True if the postmaster runs, seen or unseen, or if that can't be determined. */
export async function isRunning(
  cluster: string,
  { pid, port, socketFolder }: Pick<Postmaster, "pid" | "port" | "socketFolder">,
): Promise<boolean> {
  const owner = ownerOf(cluster, pid);
  if (owner === "postmaster") return true;
  if (socketFolder === null || !port) return owner === "hidden";
  return listensAt(path.join(socketFolder, `.s.PGSQL.${port}`));
}

/** The port that the cluster was last started on. */
export function lastPort(cluster: string): number | null {
  const port = /"-p" "(\d+)"/.exec(readIfThere(path.join(cluster, "postmaster.opts")) ?? "")?.[1];
  return port ? Number(port) : null;
}

/** True if the process is a PostgreSQL started on this cluster, and may be sent signals. */
export function isPostmasterOf(cluster: string, pid: number): boolean {
  return ownerOf(cluster, pid) === "postmaster";
}

/** What a process id stands for. "hidden": a process that can't be looked at. */
function ownerOf(cluster: string, pid: number): "postmaster" | "other" | "hidden" | "none" {
  if (!exists(pid)) return "none";
  if (process.platform === "win32") return "postmaster";
  if (process.platform !== "linux") {
    const { error, stdout } = spawnSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" });
    if (error) return "hidden";
    return stdout.includes("postgres") && stdout.includes(cluster) ? "postmaster" : "other";
  }
  const words = readIfThere(`/proc/${pid}/cmdline`)?.split("\0"); // empty for a zombie process
  if (!words) return exists(pid) ? "hidden" : "none";
  return path.basename(words[0] ?? "") === "postgres" && words.includes(cluster) ? "postmaster" : "other";
}

/** True if a server accepts connections at a Unix socket, which works across namespaces of processes and networks. */
export function listensAt(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = net.connect(socket);
    const end = (listens: boolean) => {
      connection.destroy();
      resolve(listens);
    };
    connection.once("connect", () => end(true));
    // any other error leaves open whether there is one
    connection.once("error", ({ code }: NodeJS.ErrnoException) => end(code !== "ECONNREFUSED" && code !== "ENOENT"));
  });
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** True if a server may be starting that hasn't written all of it. */
function isFresh(file: string): boolean {
  const changedAt = fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  return changedAt >= Date.now() - INCOMPLETE_FOR_MS;
}

function readIfThere(file: string): string | null {
  try {
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  }
}
