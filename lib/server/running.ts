import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { EnvError, env, resetEnv } from "@/lib/env";

/** What an operator's command must know of a service that runs from the same folder. Holds no secret. */
type Running = { pid: number; dataDir: string; embedded: boolean; port: number; appUrl: string };

const folderOf = (root: string) => path.join(root, "dist", "running");

/** Leaves a note of this service for operators' commands. Returns how to take it away; a folder that is read-only has none. */
export function noteRunning(root: string, embedded: boolean): () => void {
  const { DATA_DIR, PORT, APP_URL } = env();
  const dataDir = path.resolve(root, DATA_DIR);
  const file = path.join(folderOf(root), `${process.pid}.json`);
  const note: Running = { pid: process.pid, dataDir, embedded, port: PORT, appUrl: APP_URL };
  try {
    listRunning(root);
    mkdirSync(folderOf(root), { recursive: true });
    writeFileSync(file, JSON.stringify(note));
  } catch {
    // then the operator names the data folder
  }
  return () => rmSync(file, { force: true });
}

/**
 * Takes over what the running service was started with and this command was not: its data folder, port and address.
 * Error: `EnvError` when that cannot be known.
 */
export function adoptRunning(root: string): void {
  const { DATABASE_URL, DATA_DIR } = process.env;
  if (DATABASE_URL) return;
  const all = listRunning(root);
  const wanted = DATA_DIR ? all.filter((one) => one.dataDir === path.resolve(root, DATA_DIR)) : all;
  if (wanted.length > 1) throw new EnvError(whichOne(wanted));
  const [running] = wanted;
  if (!running) return;
  if (!running.embedded) {
    throw new EnvError(
      `The service that runs from this folder (process ${running.pid}) uses a database of its own. Set DATABASE_URL and ` +
        "ENCRYPTION_KEY here as there, or put both into .env.",
    );
  }
  process.env.DATA_DIR = running.dataDir;
  process.env.PORT ||= String(running.port);
  process.env.APP_URL ||= running.appUrl;
  resetEnv();
}

function whichOne(running: Running[]): string {
  const choices = running.map(({ pid, dataDir }) => `  DATA_DIR=${quoted(dataDir)}   (process ${pid})`);
  return `Several services run from this folder. Name one by its data folder, before the command:\n\n${choices.join("\n")}`;
}

/** The services that run from this folder; the notes of those that died are removed. */
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
    return readdirSync(folder).filter((name) => name.endsWith(".json"));
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

/** A value as a shell takes it. */
export function quoted(value: string): string {
  return /^[\w./:@-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}
