import { type SpawnOptions, spawn } from "node:child_process";
import path from "node:path";
import type { Account } from "./account";

/** The file of one of PostgreSQL's programs. */
export function programFile(binaries: string, name: "initdb" | "pg_ctl" | "postgres"): string {
  return path.join(binaries, "bin", process.platform === "win32" ? `${name}.exe` : name);
}

/**
 * What every program of ours is spawned with: the account, and an environment that holds nothing of the app's (secrets,
 * PG* variables). The messages are English, because some of them are told apart by their words.
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
 * Runs a program to its end.
 * @throws with what it printed when it does not end with 0, or cannot be started
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
