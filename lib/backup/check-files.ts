import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { Manifest } from "@/lib/backup/manifest";
import { EnvError } from "@/lib/env";

/** Compares every file of a backup with its manifest. Error: `EnvError` with the first that is missing or damaged. */
export async function checkFiles(folder: string, { tables }: Manifest, signal?: AbortSignal): Promise<void> {
  for (const { file, sha256 } of tables) {
    signal?.throwIfAborted();
    const digest = createHash("sha256");
    try {
      await pipeline(createReadStream(path.join(folder, file)), digest);
    } catch {
      throw new EnvError(`The backup is damaged: ${file} can't be read.`);
    }
    if (digest.digest("hex") === sha256) continue;
    throw new EnvError(`The backup is damaged: ${file} is not the file that was written.`);
  }
}
