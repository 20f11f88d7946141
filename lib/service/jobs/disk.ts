import { statfsSync } from "node:fs";

const MIN_FREE_BYTES = 1024 ** 3;

/** Whether a folder's disk has a gibibyte free; null when the folder can't be read. */
export function checkDiskSpace(folder: string): { isEnough: boolean; freeBytes: number } | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    const freeBytes = bavail * bsize;
    return { isEnough: freeBytes >= MIN_FREE_BYTES, freeBytes };
  } catch {
    return null;
  }
}
