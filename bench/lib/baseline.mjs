import { fileURLToPath } from "node:url";
import { nextMessage, startFile, stopChild } from "./children.mjs";

/** Starts one of the files in `baselines/` that serve; it stops with the bench. */
export async function startBaseline(bench, file, args, env) {
  const child = startFile(fileURLToPath(new URL(`../baselines/${file}`, import.meta.url)), args, env);
  bench.onEnd(() => stopChild(child));
  const { port } = await nextMessage(child);
  return { url: `http://127.0.0.1:${port}`, pid: child.pid, stop: () => stopChild(child) };
}
