import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { syncFolder } from "@/lib/base/db/sync-folder";
import { handOver } from "./account";
import { draftOf, type Home, holdsCluster } from "./home";
import { programFile, programOptions, runProgram } from "./program";

/** The role that owns the cluster. */
export const DATABASE_USER = "till";

/**
 * Creates the cluster if there is none: UTF-8, the builtin C.UTF-8 locale, checksums, SCRAM passwords. Creation is
 * atomic, and if several processes try at once, exactly one succeeds.
 * @throws with initdb's output if it fails
 */
export async function createClusterIfMissing({ cluster, account }: Home, binaries: string): Promise<void> {
  if (holdsCluster(cluster)) return;
  const draft = draftOf(cluster);
  const data = path.join(draft, "data");
  const password = path.join(draft, "password");
  try {
    fs.mkdirSync(draft, { mode: 0o700 });
    handOver(account, draft);
    fs.writeFileSync(password, randomBytes(24).toString("base64url"), { mode: 0o600, flush: true });
    handOver(account, password);
    const options = { ...programOptions(account), cwd: draft };
    await runProgram(programFile(binaries, "initdb"), initdbArguments(data, password), options);
    fs.renameSync(password, passwordFile(data));
    publish(data, cluster);
  } finally {
    fs.rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * Reads the password of the cluster's role.
 * @throws if its file is missing
 */
export function readPassword(cluster: string): string {
  return fs.readFileSync(passwordFile(cluster), "utf8");
}

function passwordFile(cluster: string): string {
  return path.join(cluster, "till.password");
}

function initdbArguments(data: string, password: string): string[] {
  return [
    "--pgdata",
    data,
    "--username",
    DATABASE_USER,
    "--pwfile",
    password,
    "--auth",
    "scram-sha-256",
    "--encoding",
    "UTF8",
    "--locale",
    "C",
    "--locale-provider",
    "builtin",
    "--builtin-locale",
    "C.UTF-8",
    "--no-instructions",
  ];
}

function publish(data: string, cluster: string): void {
  try {
    fs.renameSync(data, cluster);
  } catch (cause) {
    if (holdsCluster(cluster)) return; // another process was faster
    throw new Error(`The new database could not be moved to ${cluster}.`, { cause });
  }
  syncFolder(cluster);
  syncFolder(path.dirname(cluster));
}
