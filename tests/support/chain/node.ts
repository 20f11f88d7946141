import { Pool } from "undici";
import type { HexAddress } from "@/lib/base/tron/address";

export type Hex = `0x${string}`;
export type NodeBlock = { number: number; hash: string; time: Date };

/** Enough for a thousand transfers in one transaction. */
const GAS = "0x3b9aca00";

/** What the tests and the proxies ask the EVM node itself. */
export function createNode(url: string) {
  const pool = new Pool(url, { connections: 16 });
  let id = 0;

  /** The answer as it came: `{ result }` or `{ error }`. */
  async function ask(method: string, params: unknown[]): Promise<{ result?: unknown; error?: { message: string } }> {
    const body = JSON.stringify({ jsonrpc: "2.0", id: ++id, method, params });
    const headers = { "content-type": "application/json" };
    const answer = await pool.request({ path: "/", method: "POST", headers, body });
    return (await answer.body.json()) as { result?: unknown; error?: { message: string } };
  }

  async function call(method: string, params: unknown[] = []): Promise<unknown> {
    const { result, error } = await ask(method, params);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  const hex = (number: number): Hex => `0x${number.toString(16)}`;
  const head = async () => Number(await call("eth_blockNumber"));

  async function block(which: number | "latest"): Promise<NodeBlock> {
    const tag = which === "latest" ? which : hex(which);
    const found = (await call("eth_getBlockByNumber", [tag, false])) as { number: Hex; hash: string; timestamp: Hex };
    return { number: Number(found.number), hash: found.hash, time: new Date(Number(found.timestamp) * 1000) };
  }

  async function send(from: HexAddress, to: HexAddress | undefined, data: Hex, gas: Hex = GAS): Promise<string> {
    return (await call("eth_sendTransaction", [{ from, to, data, gas, gasPrice: "0x0" }])) as string;
  }

  async function mine(blocks = 1): Promise<number> {
    await call("anvil_mine", [hex(blocks)]);
    return head();
  }

  return { ask, call, hex, head, block, send, mine, close: () => pool.destroy() };
}

export type EvmNode = ReturnType<typeof createNode>;
