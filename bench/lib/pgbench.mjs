import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { nextMessage, runProgram, startFile, stopChild } from "./children.mjs";
import { percentile } from "./numbers.mjs";

const SCRIPT = fileURLToPath(new URL("../baselines/create.pgbench.sql", import.meta.url));
const STAND_IN = fileURLToPath(new URL("../baselines/create-client.mjs", import.meta.url));

export const hasPgbench = spawnSync("pgbench", ["--version"]).error === undefined;

/** The plain create transaction from `clients` connections for some seconds: transactions per second and p99. */
export async function runCreateTransactions(bench, { databaseUrl, keyHash, clients }) {
  if (hasPgbench) return runPgbench(bench, { databaseUrl, keyHash, clients });
  const child = startFile(STAND_IN, [databaseUrl, keyHash, String(clients), String(bench.seconds)]);
  const result = await nextMessage(child, (bench.seconds + 60) * 1_000);
  await stopChild(child);
  return result;
}

async function runPgbench({ folder, seconds }, { databaseUrl, keyHash, clients }) {
  const { hostname, port, username, password, pathname, searchParams } = new URL(databaseUrl);
  const prefix = "pgbench_log";
  const out = await runProgram(
    "pgbench",
    [
      "--no-vacuum",
      "--protocol",
      "prepared",
      "--file",
      SCRIPT,
      "--define",
      `hash=${keyHash}`,
      "--client",
      String(clients),
      "--jobs",
      "2",
      "--time",
      String(seconds),
      "--log",
      "--log-prefix",
      path.join(folder, prefix),
      "--host",
      searchParams.get("host") ?? hostname,
      "--port",
      port || "5432",
      "--username",
      decodeURIComponent(username),
      pathname.slice(1),
    ],
    {
      cwd: folder,
      env: { PATH: process.env.PATH, PGPASSWORD: decodeURIComponent(password) },
      ms: (seconds + 60) * 1_000,
    },
  );
  const latencies = readLatencies(folder, prefix);
  const failed = Number(/number of failed transactions: (\d+)/.exec(out)?.[1] ?? 0);
  const perSecond = Number(/tps = ([\d.]+)/.exec(out)?.[1]);
  if (failed > 0 || !(perSecond > 0)) throw new Error(`pgbench failed\n${out}`);
  return { perSecond, p99Ms: percentile(latencies, 99) / 1_000 };
}

/** The third member of each line of a transaction log is the transaction's time in microseconds. */
function readLatencies(folder, prefix) {
  const latencies = [];
  for (const name of readdirSync(folder).filter((file) => file.startsWith(prefix))) {
    const file = path.join(folder, name);
    for (const line of readFileSync(file, "utf8").split("\n")) {
      if (line !== "") latencies.push(Number(line.split(" ")[2]));
    }
    rmSync(file);
  }
  return latencies;
}
