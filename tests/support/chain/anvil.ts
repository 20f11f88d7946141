import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";

const READY_WITHIN_MS = 120_000;
/** Ends the node with whoever started it, however that one ended: the pipe closes then. Ends when the node does. */
const LEASH =
  'exec 3<&0 4>&2 2> /dev/null; "$@" 3<&- 2>&4 & node=$!; { cat <&3 > /dev/null; kill -9 $node; } & wait $node';

/**
 * A real EVM node on 127.0.0.1, on a free port unless one is named. It mines when told, and takes transactions from any
 * address, unsigned.
 */
export async function startAnvil(options: { chainId: number; genesis: Date; port: number }) {
  const child = start(binary(), [
    "--port",
    String(options.port),
    "--chain-id",
    String(options.chainId),
    "--timestamp",
    String(Math.floor(options.genesis.getTime() / 1000)),
    "--hardfork",
    "paris",
    "--no-mining",
    "--order",
    "fifo",
    "--auto-impersonate",
    "--accounts",
    "1",
    "--gas-price",
    "0",
    "--base-fee",
    "0",
    "--disable-block-gas-limit",
    "--no-request-size-limit",
    // without it a node with some thousand blocks writes states to the disk, which takes its time
    "--prune-history",
    "128",
  ]);
  const url = await addressOf(child);
  return { url, stop: () => stop(child) };
}

function start(file: string, args: string[]): ChildProcess {
  const stdio: ["pipe", "pipe", "pipe"] = ["pipe", "pipe", "pipe"];
  if (process.platform === "win32") return spawn(file, args, { stdio });
  const child = spawn("/bin/sh", ["-c", LEASH, "leash", file, ...args], { stdio });
  // a pipe that breaks because the other end was stopped is no news
  child.stdin?.on("error", () => {});
  return child;
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const timer = setTimeout(() => reject(new Error(`the EVM node was not ready in time:\n${said}`)), READY_WITHIN_MS);
    const hear = (chunk: Buffer) => {
      said += chunk;
      const address = /Listening on (127\.0\.0\.1:\d+)/.exec(said)?.[1];
      if (!address) return;
      clearTimeout(timer);
      for (const stream of [child.stdout, child.stderr]) stream?.off("data", hear).resume();
      resolve(`http://${address}`);
    };
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    child.once("error", reject);
    child.once("exit", (code) => {
      clearTimeout(timer);
      child.stdin?.end();
      reject(new Error(`the EVM node ended with ${code}:\n${said}`));
    });
  });
}

async function stop(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  if (process.platform === "win32") child.kill();
  else child.stdin?.end();
  await gone;
}

/** The program itself, out of the package for this machine: its wrapper would be one more process. */
function binary(): string {
  const require = createRequire(import.meta.url);
  const wrapper = createRequire(require.resolve("@foundry-rs/anvil/package.json"));
  const machine = `${process.platform}-${process.arch === "x64" ? "amd64" : process.arch}`;
  const file = `@foundry-rs/anvil-${machine}/bin/anvil${process.platform === "win32" ? ".exe" : ""}`;
  try {
    return wrapper.resolve(file);
  } catch {
    throw new Error(`There is no EVM node for ${machine}: the package ${file.split("/bin")[0]} is not installed.`);
  }
}
