import { randomInt } from "node:crypto";
import { readdir, rename, rm } from "node:fs/promises";
import path from "node:path";

const NAME = /^(\d{13})-\d+\.unfinished$/;
const ABANDONED_AFTER_MS = 24 * 3_600_000;

/** The name of a folder that is being written or removed: when that began, and a number that no other process has. */
export function unfinishedName(): string {
  return `${Date.now()}-${randomInt(2 ** 32)}.unfinished`;
}

/**
 * Removes a backup. It loses its name first, so that an interruption leaves what `removeAbandoned` finds, and nothing
 * that looks like a backup. False if it is gone already.
 */
export async function removeBackup(folder: string): Promise<boolean> {
  const leftover = path.join(path.dirname(folder), unfinishedName());
  try {
    await rename(folder, leftover);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false; // another process was faster
    throw error;
  }
  await rm(leftover, { recursive: true, force: true });
  return true;
}

/**
 * Removes what interrupted backups and removals have left. Returns the names of those that this account can't remove.
 */
export async function removeAbandoned(to: string): Promise<string[]> {
  const stuck: string[] = [];
  for (const name of await readdir(to)) {
    const [, startedAt] = NAME.exec(name) ?? [];
    if (!startedAt || Number(startedAt) >= Date.now() - ABANDONED_AFTER_MS) continue;
    await rm(path.join(to, name), { recursive: true, force: true }).catch(() => stuck.push(name));
  }
  return stuck;
}
