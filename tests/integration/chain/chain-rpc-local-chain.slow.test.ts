import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { parseEnv } from "@/lib/base/process/env";
import { hexFromTron } from "@/lib/base/tron/address";
import { deriveAddresses } from "@/lib/base/tron/derive";
import { createRpc } from "@/lib/chain/nodes/rpc";
import { askToken, chainId } from "@/lib/chain/nodes/rpc-calls";
import { freePortPair } from "@/tests/support/receiver";
import { waitFor } from "@/tests/support/wait";

const run = promisify(execFile);
const SCRIPT = "scripts/local-chain.mjs";

test("`npm run chain` prints what starts Till on it, takes payments, and leaves nothing behind", async () => {
  const port = await freePortPair();
  const command = (...args: string[]) => run(process.execPath, [SCRIPT, ...args, "--port", String(port)]);
  const child = spawn(
    process.execPath,
    [SCRIPT, "--port", String(port), "--block-ms", "100", "--refuse", "RATE_LIMITED"],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  child.stdout.on("data", (chunk) => {
    said += chunk;
  });
  await waitFor("the instructions", () => said.includes("Ctrl-C"));

  const variables = Object.fromEntries(
    [...said.matchAll(/\b(TRON_[A-Z_]+)=(\S+)/g)].map(([, name, value]) => [name, value]),
  );
  const env = parseEnv(variables);
  const token = hexFromTron(env.TRON_TOKEN ?? "") ?? "0x";
  const addresses = [...new Set(said.match(/\bT\w{33}\b/g))].filter((address) => address !== env.TRON_TOKEN);
  const [xpub = ""] = said.match(/\bxpub\w+/) ?? [];
  expect(deriveAddresses(xpub, 0, 10)).toEqual(addresses.map(hexFromTron));

  const rpc = createRpc({ url: env.TRON_RPC_URLS[0] ?? "" });
  onTestFinished(() => rpc.close());
  expect(await rpc.ask([chainId, askToken(token, "decimals")])).toEqual([env.TRON_CHAIN_ID, 6n]);

  const [address = ""] = addresses;
  await command("pay", address, "12.50");
  await command("mine", "1");
  expect((await command("balance", address)).stdout).toBe("12.5 USDT\n");
  await expect(command("pay", "T123", "1")).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining("T123") });
  await expect(command("pay", address, "1.0000001")).rejects.toMatchObject({ code: 2 });

  await expect(command("--refuse", "NONSENSE")).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/--refuse must be one of RATE_LIMITED, .*SERVER_BUSY/),
  });
  const sending = await fetch(`http://127.0.0.1:${port}/wallet/broadcasthex`, { method: "POST", body: "{}" });
  expect(await sending.text()).toContain("lack of computing resources");

  const again = command("--block-ms", "100");
  await expect(again).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining(`Port ${port}`) });

  child.kill("SIGINT");
  expect(await once(child, "exit")).toEqual([0, null]);
  await expect(command("balance", address)).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining("No chain"),
  });
});
