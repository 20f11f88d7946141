import fs from "node:fs";

/** Flushes a folder's entries to disk, so that they survive a power loss. Windows has no such call. */
export function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = fs.openSync(folder, "r");
  fs.fsyncSync(handle);
  fs.closeSync(handle);
}
