import { existsSync, renameSync, rmSync } from "node:fs";

/**
 * Gives a finished folder its name, beside it, and removes what had that name before. If the name can't be given,
 * everything is as it was. Returns the folder in which the rest of the former one is, if that can't be removed
 * completely, and null otherwise.
 */
export function replaceFolder(draft, to) {
  const former = `${draft}.former`;
  const isNew = !existsSync(to);
  if (!isNew) renameSync(to, former);
  try {
    renameSync(draft, to);
  } catch (error) {
    if (!isNew) renameSync(former, to);
    throw error;
  }
  try {
    rmSync(former, { recursive: true, force: true });
    return null;
  } catch {
    return former;
  }
}
