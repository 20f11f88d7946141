import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ask, nextMessage, runProgram, startFile, stopChild } from "./children.mjs";

const WRK_SCRIPT = fileURLToPath(new URL("wrk.lua", import.meta.url));
const CLIENT = fileURLToPath(new URL("load-client.mjs", import.meta.url));

const hasWrk = spawnSync("wrk", ["--version"]).error === undefined;

export function loadGenerator() {
  return hasWrk ? "wrk" : "our own keep-alive client";
}

/**
 * Keeps `connections` requests under way for some seconds: GET takes each line of the file as the tail of the path,
 * POST as the body. Gives requests per second and latencies. Error when an answer is not 2xx or a connection broke.
 */
export async function runLoad(load) {
  const result = hasWrk ? await runWrk(load) : await runClient(load);
  if (result.failed > 0 || result.requests === 0) {
    throw new Error(`${result.failed} of ${result.requests} requests to ${load.url}${load.path} failed`);
  }
  return result;
}

async function runWrk({ url, path, method = "GET", headers = {}, lines, connections = 32, seconds }) {
  const out = await runProgram(
    "wrk",
    ["-t", "1", "-c", String(connections), "-d", `${seconds}s`, "--timeout", "10s", "-s", WRK_SCRIPT, url],
    {
      ms: (seconds + 30) * 1_000,
      env: {
        PATH: process.env.PATH,
        LOAD_METHOD: method,
        LOAD_PATH: path,
        LOAD_LINES: lines ?? "",
        LOAD_HEADERS: Object.entries(headers)
          .map(([name, value]) => `${name}: ${value}`)
          .join("|"),
      },
    },
  );
  return JSON.parse(/^RESULT (.*)$/m.exec(out)?.[1] ?? "null");
}

async function runClient({ seconds, ...load }) {
  const running = await startLoad(load);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  return running.stop();
}

/** The same load from our own client until told to stop: for what has to last as long as something else does. */
export async function startLoad(load) {
  const client = startFile(CLIENT, [JSON.stringify(load)]);
  await nextMessage(client);
  return {
    /** From here on it counts. */
    mark: () => ask(client, "mark"),
    stop: async () => {
      const result = await ask(client, "stop");
      await stopChild(client);
      return result;
    },
  };
}
