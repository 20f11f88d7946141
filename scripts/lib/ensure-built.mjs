import { isBuilt, isServerBuilt } from "./source-hash.mjs";

/** Builds everything unless the current source has already been built. A second process waits for the first. */
export async function ensureBuilt(say = console.log) {
  if (isBuilt()) return;
  const { buildAll, locked } = await builder();
  await locked(async () => {
    if (!isBuilt()) await buildAll(say);
  });
}

/** Builds only the server and the command line, which is quick. */
export async function ensureServerBuilt() {
  if (isServerBuilt()) return;
  const { buildServer, locked } = await builder();
  await locked(async () => {
    if (!isServerBuilt()) await buildServer();
  });
}

/** The tools that build take longer to load than a command takes to run. */
function builder() {
  return import("./build.mjs");
}
