import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "../scripts/lib/free-port.mjs";
import { root } from "../scripts/lib/root.mjs";
import { killPostmasterNow, startProgram, stopChild } from "./lib/children.mjs";
import { seconds } from "./lib/numbers.mjs";
import { interleave, medianOf } from "./lib/rounds.mjs";
import { waitUntilReady } from "./lib/service.mjs";
import { atMost, row } from "./lib/table.mjs";

/**
 * `npm start` to the line that says it is ready, with its embedded PostgreSQL: on an empty data folder and on a used
 * one.
 */
export async function start(bench) {
  let dataDir = "";
  const { first, again } = await interleave(bench, {
    first: async () => {
      dataDir = newDataDir(bench);
      return timeStart(bench, dataDir);
    },
    again: () => timeStart(bench, dataDir),
  });
  const line = (name, results) => {
    const took = medianOf(results, "seconds");
    return row({ path: name, measured: seconds(took), value: took, wanted: atMost(5, "s") });
  };
  return [line("npm start → ready, the first time", first), line("npm start → ready, later", again)];
}

async function timeStart(bench, dataDir) {
  const port = await freePort();
  const started = performance.now();
  const child = startProgram("npm", ["start"], {
    group: true,
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, DATABASE_URL: "", ENCRYPTION_KEY: "", DATA_DIR: dataDir, PORT: String(port) },
  });
  bench.onEnd(() => stopChild(child));
  await waitUntilReady(child);
  const took = (performance.now() - started) / 1_000;
  await stopChild(child);
  return { seconds: took };
}

function newDataDir(bench) {
  const dataDir = mkdtempSync(path.join(tmpdir(), "till-bench-start-"));
  // started as root, Postgres runs as another account, which must get in
  chmodSync(dataDir, 0o755);
  const clean = () => {
    killPostmasterNow(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  };
  process.once("exit", clean);
  bench.onEnd(() => {
    clean();
    process.off("exit", clean);
  });
  return dataDir;
}
