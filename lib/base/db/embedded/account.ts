import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { EnvError } from "@/lib/base/process/env";

/** An existing account, other than our own, that PostgreSQL runs under. */
export type Account = { name: string; uid: number; gid: number };

/**
 * Returns the account for a new cluster; null means our own. PostgreSQL refuses to run as root, so root uses an
 * existing unprivileged account; none is ever created.
 * @throws `EnvError` if root finds neither `postgres` nor `nobody`, or our own user ID has no account
 */
export function accountForNewCluster(): Account | null {
  const us = process.getuid?.();
  if (us !== 0) {
    if (us !== undefined && !hasAccount()) throw new EnvError(withoutAccount(us));
    return null;
  }
  const accounts = readAccounts();
  const account = ["postgres", "nobody"].map((name) => accounts.find((one) => one.name === name)).find(Boolean);
  if (account) return account;
  throw new EnvError(
    "PostgreSQL can't run as root, and there is no 'postgres' or 'nobody' account to run it under. " +
      "Start Till as an ordinary user, or set DATABASE_URL to a PostgreSQL 14 or later.",
  );
}

/**
 * Returns the owner of an existing cluster, which must run it; null means our own account.
 * @throws `EnvError` if the owner is root, or another account while we are not root
 */
export function ownerOfCluster(cluster: string): Account | null {
  const us = process.getuid?.();
  const { uid, gid } = fs.statSync(cluster);
  if (us === undefined || (us === uid && us !== 0)) return null;
  if (us !== 0) {
    throw new EnvError(
      `The database in ${cluster} belongs to another account (uid ${uid}). Start Till as that account or as root.`,
    );
  }
  if (uid === 0) {
    throw new EnvError(
      `The database in ${cluster} belongs to root, and PostgreSQL can't run as root. ` +
        `Change its owner to an unprivileged account, for example: chown -R nobody "${cluster}"`,
    );
  }
  return { name: readAccounts().find((one) => one.uid === uid)?.name ?? `uid ${uid}`, uid, gid };
}

/** True if the modes of this folder and all folders above it let the account pass. */
export function canEnter(account: Account, folder: string): boolean {
  if (!permits(account, folder, 0o1)) return false;
  const parent = path.dirname(folder);
  return parent === folder || canEnter(account, parent);
}

/** True if the file's mode grants the account every wanted right: 4 to read, 1 to execute or enter. */
export function permits(account: Account, file: string, wanted: number): boolean {
  const { mode, uid, gid } = fs.statSync(file);
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
  return ((mode >> shift) & wanted) === wanted;
}

/** Makes the account the owner of a file or folder that we created. */
export function handOver(account: Account | null, file: string): void {
  if (account) fs.chownSync(file, account.uid, account.gid);
}

/** Asks the system as `initdb` does, which knows more accounts than `/etc/passwd`. */
function hasAccount(): boolean {
  try {
    os.userInfo();
    return true;
  } catch {
    return false;
  }
}

function withoutAccount(uid: number): string {
  return (
    `Till runs under the user ID ${uid}, which has no account on this machine. The embedded PostgreSQL needs one to create ` +
    "its database. Start Till as a user with an account, or set DATABASE_URL to a PostgreSQL 14 or later."
  );
}

function readAccounts(): Account[] {
  const rows = fs.existsSync("/etc/passwd") ? fs.readFileSync("/etc/passwd", "utf8").split("\n") : [];
  return rows
    .map((row) => row.split(":"))
    .filter(([name = "", , uid]) => uid && !name.startsWith("#"))
    .map(([name = "", , uid, gid]) => ({ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }));
}
