import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { EnvError, env, resetEnv } from "@/lib/base/process/env";

/** What operator commands need to know about a service that runs from the same folder. Contains no secrets. */
type Running = { pid: number; dataDir: string; embedded: boolean; port: number; appUrl: string };

const folderOf = (root: string) => path.join(root, "dist", "running");

/**
 * Writes a note about this service for operator commands, unless the folder is read-only. Returns a function that
 * removes it.
 */
export function registerRunning(root: string, embedded: boolean): () => void {
  const { DATA_DIR, PORT, APP_URL } = env();
  const dataDir = path.resolve(root, DATA_DIR);
  const file = path.join(folderOf(root), `${process.pid}.json`);
  const note: Running = { pid: process.pid, dataDir, embedded, port: PORT, appUrl: APP_URL };
  try {
    listRunning(root);
    mkdirSync(folderOf(root), { recursive: true });
    // renamed when it's whole: who lists meanwhile takes an unfinished one for a dead service's
    writeFileSync(`${file}.new`, JSON.stringify(note));
    renameSync(`${file}.new`, file);
  } catch {
    // the operator has to set DATA_DIR
  }
  return () => rmSync(file, { force: true });
}

/**
 * Gives this command the running service's data folder, port and URL unless they are set. Error: `EnvError` if they
 * can't be determined.
 */
export function adoptRunning(root: string): void {
  const { DATABASE_URL, DATA_DIR } = process.env;
  if (DATABASE_URL) return;
  const all = listRunning(root);
  const named = DATA_DIR ? all.filter((one) => one.dataDir === path.resolve(root, DATA_DIR)) : all;
  const wanted = newestOfEach(named);
  if (wanted.length > 1) throw new EnvError(whichOne(wanted));
  const [running] = wanted;
  if (!running) return;
  if (!running.embedded) {
    throw new EnvError(
      `The service running from this folder (process ${running.pid}) uses an external database. Set the same DATABASE_URL ` +
        "and ENCRYPTION_KEY for this command, or put both in .env.",
    );
  }
  process.env.DATA_DIR = running.dataDir;
  process.env.PORT ||= String(running.port);
  process.env.APP_URL ||= running.appUrl;
  resetEnv();
}

/**
 * Of one folder, since after a power loss another program may have the process ID of a service that left its note
 * behind.
 */
function newestOfEach(running: Running[]): Running[] {
  return [...new Map(running.map((one) => [one.dataDir, one])).values()];
}

function whichOne(running: Running[]): string {
  const choices = running.map(({ pid, dataDir }) => `  DATA_DIR=${quoted(dataDir)}   (process ${pid})`);
  return `Several services are running from this folder. Choose one by putting its data folder in front of the command:\n\n${choices.join("\n")}`;
}

/** Lists the services that run from this folder, the newest last, and removes the notes of dead ones. */
function listRunning(root: string): Running[] {
  const found: Running[] = [];
  for (const name of notesIn(folderOf(root))) {
    const file = path.join(folderOf(root), name);
    const note = parse(file);
    if (note && isAlive(note.pid)) found.push(note);
    else rmSync(file, { force: true });
  }
  return found;
}

function notesIn(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
    // one may have gone meanwhile
    const writtenAt = new Map(
      names.map((name) => [name, statSync(path.join(folder, name), { throwIfNoEntry: false })?.mtimeMs]),
    );
    return names.sort((a, b) => (writtenAt.get(a) ?? 0) - (writtenAt.get(b) ?? 0));
  } catch {
    return [];
  }
}

function parse(file: string): Running | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Running;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Quotes a value for the shell. */
export function quoted(value: string): string {
  return /^[\w./:@-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}
