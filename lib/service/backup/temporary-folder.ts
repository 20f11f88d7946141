import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { listensAt } from "@/lib/base/db/embedded/pid-file";
import { removeEmbeddedPostgres } from "@/lib/base/db/embedded/remove";

const NAME = /^till-verify-[0-9a-f]{12}$/;
/** of macOS; Linux allows a little more */
const LONGEST_SOCKET_PATH = 103;

type TemporaryFolder = { folder: string; remove(): Promise<void> };

/**
 * Makes a folder for a PostgreSQL that is thrown away; `remove` stops it and removes both. While this process lives, it
 * listens at a socket beside the folder, by which others know that the folder is in use, also in other containers. What
 * killed processes have left is removed first.
 */
export async function makeTemporaryFolder(): Promise<TemporaryFolder> {
  await removeLeftovers();
  const folder = path.join(tmpdir(), `till-verify-${randomBytes(6).toString("hex")}`);
  const lock = await lockFolder(folder);
  mkdirSync(folder);
  // open to the account that PostgreSQL runs under when this is root
  chmodSync(folder, 0o755);
  const remove = async () => {
    await removeEmbeddedPostgres(folder);
    lock?.close();
  };
  return { folder, remove };
}

async function lockFolder(folder: string): Promise<net.Server | null> {
  const socket = socketOf(folder);
  if (!socket) return null;
  const server = net.createServer((connection) => connection.destroy()).listen(socket);
  await once(server, "listening");
  return server.unref();
}

/**
 * Null where there are no such sockets, and where Node would cut off the path. Nothing tells then whether the folder is
 * in use.
 */
function socketOf(folder: string): string | null {
  const socket = `${folder}.sock`;
  return process.platform === "win32" || Buffer.byteLength(socket) > LONGEST_SOCKET_PATH ? null : socket;
}

async function removeLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((one) => NAME.test(one))) {
    const folder = path.join(tmpdir(), name);
    const socket = socketOf(folder);
    if (!socket || !isOurs(folder) || (await listensAt(socket))) continue;
    try {
      await removeEmbeddedPostgres(folder);
      rmSync(socket, { force: true });
    } catch {
      // stays until the next time: the new folder doesn't depend on it
    }
  }
}

function isOurs(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === process.geteuid?.();
}
