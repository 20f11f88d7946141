import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { EnvError } from "@/lib/base/process/env";
import { KEY_FILE } from "@/lib/service/backup/key-file";
import type { Manifest } from "@/lib/service/backup/manifest";

/** Compares every file of a backup with its manifest. Error: `EnvError` with the first that is missing or damaged. */
export async function checkFiles(folder: string, { tables, keyFile }: Manifest, signal?: AbortSignal): Promise<void> {
  const files = keyFile ? [...tables, { file: KEY_FILE, sha256: keyFile }] : tables;
  for (const { file, sha256 } of files) {
    signal?.throwIfAborted();
    const digest = await digestOf(path.join(folder, file)).catch(() => {
      throw new EnvError(`The backup is damaged: ${file} can't be read.`);
    });
    if (digest === sha256) continue;
    throw new EnvError(`The backup is damaged: ${file} is not the file that was written.`);
  }
}

async function digestOf(file: string): Promise<string> {
  const digest = createHash("sha256");
  await pipeline(createReadStream(file), digest);
  return digest.digest("hex");
}
