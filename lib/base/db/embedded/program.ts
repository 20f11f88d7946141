import { type SpawnOptions, spawn } from "node:child_process";
import path from "node:path";
import type { Account } from "./account";

/** Returns the file of a PostgreSQL program. */
export function programFile(binaries: string, name: "initdb" | "pg_ctl" | "postgres"): string {
  return path.join(binaries, "bin", process.platform === "win32" ? `${name}.exe` : name);
}

/**
 * The spawn options for all PostgreSQL programs: the account, and an environment without the app's secrets or PG*
 * variables. Messages are in English, because some are recognized by their text.
 */
export function programOptions(account: Account | null): SpawnOptions {
  const { PATH, SystemRoot, TEMP, TMP } = process.env;
  const windows = process.platform === "win32" ? { SystemRoot, TEMP, TMP } : {};
  return {
    env: { PATH, ...windows, LC_ALL: "C", TZ: "UTC" } as unknown as NodeJS.ProcessEnv,
    windowsHide: true,
    ...(account && { uid: account.uid | 0, gid: account.gid | 0 }), // spawn takes them signed, chown unsigned
  };
}

/**
 * Runs a program until it ends.
 * @throws with its output if it can't be started or its exit code isn't 0
 */
export async function runProgram(file: string, args: string[], options: SpawnOptions): Promise<void> {
  const child = spawn(file, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  const collect = (chunk: Buffer) => {
    printed += chunk.toString();
  };
  child.stdout?.on("data", collect);
  child.stderr?.on("data", collect);
  const outcome = await new Promise<string | null>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => resolve(code === 0 ? null : `it ended with ${signal ?? `code ${code}`}`));
  });
  if (outcome !== null) throw new Error(`${path.basename(file)} failed: ${outcome}\n${printed.trim()}`.trimEnd());
}
