import { fileURLToPath } from "node:url";
import { ask, nextMessage, startFile, stopChild } from "./children.mjs";

const SERVER = fileURLToPath(new URL("receiver-server.mjs", import.meta.url));

/**
 * A merchant's backend in a process of its own. "fast" answers 200 at once, "record" notes too when each intent's event
 * arrived, "hang" accepts and never answers.
 */
export async function startReceiver(bench, manner) {
  const child = startFile(SERVER, [manner]);
  bench.onEnd(() => stopChild(child));
  const { port } = await nextMessage(child);
  return {
    url: `http://127.0.0.1:${port}`,
    /** intent id → moment of arrival in nanoseconds of `process.hrtime` */
    arrivals: async () => new Map((await ask(child, "arrivals")).map(([id, at]) => [id, BigInt(at)])),
    /** Cuts every connection, so that posts that hang end now. */
    cut: () => ask(child, "cut"),
  };
}
