import fs from "node:fs";
import path from "node:path";

/** An existing account other than ours that Postgres runs under. */
export type Account = { name: string; uid: number; gid: number };

/**
 * The account for a new cluster: null means our own. PostgreSQL refuses to run as root, so root gets an unprivileged
 * account that exists already; none is ever created.
 * @throws when root finds neither `postgres` nor `nobody`
 */
export function accountForNewCluster(): Account | null {
  if (process.getuid?.() !== 0) return null;
  const accounts = readAccounts();
  const account = ["postgres", "nobody"].map((name) => accounts.find((one) => one.name === name)).find(Boolean);
  if (account) return account;
  throw new Error(
    "PostgreSQL does not run as root, and there is neither a 'postgres' nor a 'nobody' account to run it under. " +
      "Start as an ordinary user, or set DATABASE_URL to a PostgreSQL 14 or newer.",
  );
}

/**
 * The account that an existing cluster must run under, which is its owner: null means our own.
 * @throws when the owner is root, or somebody else while we are not root
 */
export function ownerOfCluster(cluster: string): Account | null {
  const us = process.getuid?.();
  const { uid, gid } = fs.statSync(cluster);
  if (us === undefined || (us === uid && us !== 0)) return null;
  if (us !== 0) {
    throw new Error(
      `The database in ${cluster} belongs to another account (uid ${uid}): start as that one or as root.`,
    );
  }
  if (uid === 0) {
    throw new Error(
      `The database in ${cluster} belongs to root, and PostgreSQL does not run as root. ` +
        `Give it to an unprivileged account, for example: chown -R nobody "${cluster}"`,
    );
  }
  return { name: readAccounts().find((one) => one.uid === uid)?.name ?? `uid ${uid}`, uid, gid };
}

/** True when the account may pass through this folder and every folder above it, by their modes. */
export function canEnter(account: Account, folder: string): boolean {
  if (!permits(account, folder, 0o1)) return false;
  const parent = path.dirname(folder);
  return parent === folder || canEnter(account, parent);
}

/** True when the file's mode grants the account every wanted right: 4 to read, 1 to execute or enter. */
export function permits(account: Account, file: string, wanted: number): boolean {
  const { mode, uid, gid } = fs.statSync(file);
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
  return ((mode >> shift) & wanted) === wanted;
}

/** Makes the account the owner of a file or folder that we created. */
export function handOver(account: Account | null, file: string): void {
  if (account) fs.chownSync(file, account.uid, account.gid);
}

function readAccounts(): Account[] {
  const rows = fs.existsSync("/etc/passwd") ? fs.readFileSync("/etc/passwd", "utf8").split("\n") : [];
  return rows
    .map((row) => row.split(":"))
    .filter(([name = "", , uid]) => uid && !name.startsWith("#"))
    .map(([name = "", , uid, gid]) => ({ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }));
}
