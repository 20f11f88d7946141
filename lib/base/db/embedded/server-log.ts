import fs from "node:fs";
import path from "node:path";
import { handOver } from "./account";
import type { Home } from "./home";

const ROTATE_ABOVE_BYTES = 10 * 1024 * 1024;
const TAIL_BYTES = 4096;
const TAIL_LINES = 15;

/**
 * Opens the cluster's `postgres.log` for appending; a file above 10 MB is renamed to `postgres.log.1` first. The caller
 * closes the handle. `start` is the byte offset of this run's first line.
 */
export function openServerLog({ cluster, account }: Home): { handle: number; start: number } {
  const file = logFile(cluster);
  const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > ROTATE_ABOVE_BYTES) fs.renameSync(file, `${file}.1`);
  const handle = fs.openSync(file, "a", 0o600);
  handOver(account, file);
  return { handle, start: size > ROTATE_ABOVE_BYTES ? 0 : size };
}

/** The last lines of `postgres.log` that were written after `start`. */
export function readServerLog(cluster: string, start: number): string {
  const handle = fs.openSync(logFile(cluster), "r");
  try {
    const { size } = fs.fstatSync(handle);
    const from = Math.max(size - TAIL_BYTES, start > size ? 0 : start);
    const buffer = Buffer.alloc(size - from);
    fs.readSync(handle, buffer, 0, buffer.length, from);
    return buffer.toString("utf8").trim().split("\n").slice(-TAIL_LINES).join("\n");
  } finally {
    fs.closeSync(handle);
  }
}

function logFile(cluster: string): string {
  return path.join(cluster, "postgres.log");
}
