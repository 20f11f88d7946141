import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { type Account, accountForNewCluster, canEnter, ownerOfCluster } from "./account";

/**
 * The location of a data folder's database and the account that runs it (null: our own). Symbolic links are resolved.
 */
export type Home = { folder: string; cluster: string; account: Account | null };

const ABANDONED_AFTER_MS = 10 * 60_000;

/**
 * Finds the cluster of a data folder, or the place for a new one: `<dataDir>/postgres`, or
 * `/var/lib/till-postgres-<hash>` if root has to use an account that can't enter the data folder. An existing cluster
 * always wins, so changed permissions on a parent folder never lead to a second, empty database.
 * @throws if an existing cluster belongs to an account we can't use
 */
export function chooseHome(dataDir: string): Home {
  fs.mkdirSync(dataDir, { recursive: true });
  const [near, far] = foldersOf(dataDir);
  for (const folder of [near, far]) {
    const cluster = path.join(folder, "postgres");
    if (holdsCluster(cluster)) return { ...resolved(cluster), account: ownerOfCluster(cluster) };
  }
  const account = accountForNewCluster();
  const folder = account && !canEnter(account, near) ? createOpenFolder(far) : near;
  return { folder, cluster: path.join(folder, "postgres"), account };
}

/** True if a data folder already has a cluster, inside it or under `/var/lib`. Creates nothing. */
export function hasCluster(dataDir: string): boolean {
  if (!fs.existsSync(dataDir)) return false;
  return foldersOf(dataDir).some((folder) => holdsCluster(path.join(folder, "postgres")));
}

/** Removes a data folder with its cluster, which must not be running. */
export function removeHome(dataDir: string): void {
  for (const folder of foldersOf(dataDir)) fs.rmSync(folder, { recursive: true, force: true });
}

/** Inside the data folder, and under `/var/lib` for an account that can't enter the data folder. */
function foldersOf(dataDir: string): [near: string, far: string] {
  const near = fs.realpathSync(dataDir);
  return [near, path.join("/var/lib", `till-postgres-${createHash("sha256").update(near).digest("hex").slice(0, 12)}`)];
}

/** True if there is a cluster, even one we have no permission to read. */
export function holdsCluster(cluster: string): boolean {
  try {
    return fs.statSync(path.join(cluster, "PG_VERSION")).isFile();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EACCES";
  }
}

/** A temporary name, to be renamed to `final` once it is complete. */
export function draftOf(final: string): string {
  return `${final}.draft-${randomBytes(6).toString("hex")}`;
}

/** Removes drafts of killed processes. */
export function sweepDrafts(folder: string): void {
  for (const name of fs.readdirSync(folder)) {
    if (!/^postgres.*\.draft-[0-9a-f]{12}$/.test(name)) continue;
    const draft = path.join(folder, name);
    const changedAt = fs.statSync(draft, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (changedAt < Date.now() - ABANDONED_AFTER_MS) fs.rmSync(draft, { recursive: true, force: true });
  }
}

function resolved(cluster: string): { folder: string; cluster: string } {
  const real = fs.realpathSync(cluster);
  return { folder: path.dirname(real), cluster: real };
}

function createOpenFolder(folder: string): string {
  fs.mkdirSync(folder, { recursive: true });
  fs.chmodSync(folder, 0o755); // whatever the umask says
  return folder;
}
