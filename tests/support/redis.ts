import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { waitFor } from "@/tests/support/wait";

export function hasRedis(): boolean {
  try {
    execFileSync("redis-server", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** A Redis that keeps nothing on the disk. `stop` kills it. */
export async function startRedis(port: number) {
  const redis = spawn("redis-server", [
    "--port",
    String(port),
    "--bind",
    "127.0.0.1",
    "--save",
    "",
    "--appendonly",
    "no",
  ]);
  await once(redis.stdout, "data");
  await waitFor("Redis to answer", () => {
    try {
      return execFileSync("redis-cli", ["-p", String(port), "ping"], { stdio: "pipe" })
        .toString()
        .includes("PONG");
    } catch {
      return false;
    }
  });
  return {
    signal: (signal: NodeJS.Signals) => redis.kill(signal),
    stop: async () => {
      const ended = once(redis, "exit");
      if (redis.kill("SIGKILL")) await ended;
    },
  };
}
