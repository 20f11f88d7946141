import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from "node:fs";
import { freemem } from "node:os";
import path from "node:path";

const SHARED_MEMORY = "/dev/shm";
/** several times what the tests have there at once; containers often have 64 MB */
const ENOUGH_BYTES = 3 * 1024 ** 3;

/**
 * Makes a folder for temporary files in memory, which goes when this process ends, or, if it was killed, with the next
 * call. Returns null where memory is scarce or may hold no programs.
 */
export function makeMemoryFolder() {
  if (!hasRoom()) return null;
  for (const left of readdirSync(SHARED_MEMORY).filter(isLeft)) remove(path.join(SHARED_MEMORY, left));
  const folder = mkdtempSync(path.join(SHARED_MEMORY, `till-${process.pid}-`));
  // open to the account that PostgreSQL runs under when the tests run as root
  chmodSync(folder, 0o1777);
  process.once("exit", () => remove(folder));
  return folder;
}

function hasRoom() {
  try {
    accessSync(SHARED_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    const mounts = readFileSync("/proc/mounts", "utf8")
      .split("\n")
      .map((line) => line.split(" "));
    const options = mounts.findLast(([, folder]) => folder === SHARED_MEMORY)?.[3];
    const holdsPrograms = options !== undefined && !options.split(",").includes("noexec");
    return holdsPrograms && Math.min(bavail * bsize, freemem()) >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}

function isLeft(name) {
  const pid = /^till-(\d+)-/.exec(name)?.[1];
  return pid !== undefined && !existsSync(`/proc/${pid}`);
}

function remove(folder) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
