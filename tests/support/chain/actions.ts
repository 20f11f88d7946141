import { encodeFunctionData, getContractAddress } from "viem";
import type { Network } from "@/lib/base/context/network";
import { type HexAddress, hexFromTron, tronFromHex } from "@/lib/base/tron/address";
import { BATCHER, FAKE, USDT } from "@/tests/support/chain/contracts";
import type { EvmNode, Hex, NodeBlock } from "@/tests/support/chain/node";

export const BLOCK_SECONDS = 3;
/** How many blocks the finalized one is behind the head. */
export const FINAL_AFTER = 18;

const OWNER: HexAddress = "0x00000000000000000000000000000000000000f1";
const PAYERS: [HexAddress, HexAddress, HexAddress] = [
  "0x00000000000000000000000000000000000000a1",
  "0x00000000000000000000000000000000000000a2",
  "0x00000000000000000000000000000000000000a3",
];
const PAYERS_FUNDS = 10_000_000_000_000n;
/** The owner's first contracts always come to lie at the same addresses. */
const [TOKEN, FAKE_TOKEN, BATCH_PAYER] = [0n, 1n, 2n].map((nonce) =>
  getContractAddress({ from: OWNER, nonce }).toLowerCase(),
) as [HexAddress, HexAddress, HexAddress];

/** Puts the contracts on a new chain, gives the payers their funds, and mines up to the block with that number. */
export async function deployToken(node: EvmNode, blocks: number): Promise<void> {
  for (const { bytecode } of [USDT, FAKE, BATCHER]) await node.send(OWNER, undefined, bytecode);
  await node.mine();
  for (const payer of PAYERS) {
    await node.send(OWNER, TOKEN, usdt.mint(payer, PAYERS_FUNDS));
    await node.send(payer, TOKEN, usdt.approve(BATCH_PAYER, 2n ** 255n));
  }
  await node.mine(blocks - (await node.head()));
}

/** What a chain with the token on it can be made to do. Transfers wait for the next block; nobody has to sign. */
export function chainActions(node: EvmNode, chainId: number) {
  const { mine } = node;
  let coinbase = 0;
  let miner: NodeJS.Timeout | undefined;

  async function asOwner(data: Hex) {
    await node.send(OWNER, TOKEN, data);
    await mine();
  }

  return {
    chainId,
    token: TOKEN,
    /** a token of the same name at another address */
    fake: FAKE_TOKEN,
    owner: OWNER,
    payers: PAYERS,
    /** asks the node itself, past every proxy */
    call: node.call,
    /** Mines so many blocks, the waiting transactions in the first; gives the head's number. */
    mine,
    /** Mines what waits, and as many blocks as make it final. */
    finalize: () => mine(FINAL_AFTER + 1),
    head: () => node.block("latest"),
    block: (number: number): Promise<NodeBlock> => node.block(number),
    /** So many seconds after the head, by its own time. */
    inSeconds: async (seconds: number) => new Date((await node.block("latest")).time.getTime() + seconds * 1000),

    /** Gives the transaction's hash, as all that send something do. */
    transfer: (from: string, to: string, micros: bigint) => node.send(hex(from), TOKEN, usdt.transfer(hex(to), micros)),
    /** So many USDT of the first payer's. */
    pay: (to: string, amount: number) =>
      node.send(PAYERS[0], TOKEN, usdt.transfer(hex(to), BigInt(Math.round(amount * 1_000_000)))),
    /** One transaction that pays many, by one of the payers; with `fails` it is rolled back after paying. */
    transferMany(from: string, payments: { to: string; micros: bigint }[], { fails = false } = {}) {
      const [to, values] = [payments.map((payment) => hex(payment.to)), payments.map(({ micros }) => micros)];
      const functionName = fails ? "payThenFail" : "pay";
      const data = encodeFunctionData({ abi: BATCHER.abi, functionName, args: [TOKEN, to, values] });
      return node.send(hex(from), BATCH_PAYER, data);
    },
    /** New money out of nowhere: on the chain, a transfer from the zero address. */
    mint: (to: string, micros: bigint) => node.send(OWNER, TOKEN, usdt.mint(hex(to), micros)),
    /** Anybody moves nothing out of anybody's purse, which needs no allowance: how addresses are poisoned. */
    transferNothing: (by: string, from: string, to: string) =>
      node.send(hex(by), TOKEN, usdt.transferFrom(hex(from), hex(to), 0n)),
    /** The look-alike says that money went. */
    lie(from: string, to: string, micros: bigint) {
      const args = [hex(from), hex(to), micros] as const;
      return node.send(OWNER, FAKE_TOKEN, encodeFunctionData({ abi: FAKE.abi, functionName: "lie", args }));
    },
    /** As of the head. */
    async balanceOf(address: string): Promise<bigint> {
      return BigInt(
        (await node.call("eth_call", [{ to: TOKEN, data: usdt.balanceOf(hex(address)) }, "latest"])) as Hex,
      );
    },

    // switches of the token's owner: each takes a block
    setFee: (basisPoints: number, maximumUsdt: number) =>
      asOwner(usdt.setParams(BigInt(basisPoints), BigInt(maximumUsdt))),
    pause: (value = true) => asOwner(usdt.setPaused(value)),
    deprecate: (value = true) => asOwner(usdt.setDeprecated(value)),
    blacklist: (address: string, value = true) => asOwner(usdt.setBlackListed(hex(address), value)),

    /** Mines one block that is so many seconds after the head. */
    async timeTravel(seconds: number): Promise<number> {
      const { time } = await node.block("latest");
      await node.call("evm_setNextBlockTimestamp", [time.getTime() / 1000 + seconds]);
      return mine();
    },
    /** Mines block after block, at their usual distance, until the head's time is `time` or later. */
    async mineUntil(time: Date): Promise<number> {
      const seconds = (time.getTime() - (await node.block("latest")).time.getTime()) / 1000;
      return seconds > 0 ? mine(Math.ceil(seconds / BLOCK_SECONDS)) : node.head();
    },
    /** Takes the last blocks back with all transactions in them, and mines one more than that in their place. */
    async reorgHead(depth: number): Promise<number> {
      await node.call("anvil_rollback", [depth]);
      coinbase += 1;
      await node.call("anvil_setCoinbase", [`0x${coinbase.toString(16).padStart(40, "0")}`]);
      return mine(depth + 1);
    },
    /** From now on a block each `everyMs`, with the time of the clock unless the chain is ahead of it. */
    mineBySelf(everyMs = BLOCK_SECONDS * 1_000) {
      clearInterval(miner);
      miner = setInterval(() => mineAtClock(node).catch(() => {}), everyMs);
      miner.unref();
    },

    /** The network as `liveNetwork()` would give it, with these providers. */
    network: (...providers: { url: string }[]): Network => ({
      id: `tron-${chainId}`,
      name: `TRON-like chain ${chainId}`,
      chainId,
      isPublic: false,
      token: TOKEN,
      rpcUrls: providers.map(({ url }) => url),
      httpUrls: providers.map(({ url }) => url.replace("/jsonrpc", "")),
    }),
    /**
     * The variables that make a service settle on this chain, with short polls, also when blocks come faster than time.
     */
    env: (...providers: { url: string }[]) => ({
      TRON_RPC_URLS: providers.map(({ url }) => url).join(","),
      TRON_NETWORK: "custom",
      TRON_CHAIN_ID: String(chainId),
      TRON_TOKEN: tronFromHex(TOKEN),
      TRON_POLL_BUSY_MS: "1000",
      TRON_POLL_IDLE_MS: "2000",
      TRON_CLOCK_TOLERANCE_S: "3600",
    }),

    async close() {
      clearInterval(miner);
      await node.close();
    },
  };
}

async function mineAtClock(node: EvmNode) {
  const { time } = await node.block("latest");
  const next = Math.max(time.getTime() / 1000 + 1, Math.floor(Date.now() / 1000));
  await node.call("evm_setNextBlockTimestamp", [next]);
  await node.mine();
}

const { abi } = USDT;
const usdt = {
  mint: (to: Hex, value: bigint) => encodeFunctionData({ abi, functionName: "mint", args: [to, value] }),
  approve: (spender: Hex, value: bigint) =>
    encodeFunctionData({ abi, functionName: "approve", args: [spender, value] }),
  transfer: (to: Hex, value: bigint) => encodeFunctionData({ abi, functionName: "transfer", args: [to, value] }),
  transferFrom: (from: Hex, to: Hex, value: bigint) =>
    encodeFunctionData({ abi, functionName: "transferFrom", args: [from, to, value] }),
  balanceOf: (who: Hex) => encodeFunctionData({ abi, functionName: "balanceOf", args: [who] }),
  setParams: (basisPoints: bigint, maximum: bigint) =>
    encodeFunctionData({ abi, functionName: "setParams", args: [basisPoints, maximum] }),
  setPaused: (value: boolean) => encodeFunctionData({ abi, functionName: "setPaused", args: [value] }),
  setDeprecated: (value: boolean) => encodeFunctionData({ abi, functionName: "setDeprecated", args: [value] }),
  setBlackListed: (who: Hex, value: boolean) =>
    encodeFunctionData({ abi, functionName: "setBlackListed", args: [who, value] }),
};

function hex(address: string): HexAddress {
  const found = address.startsWith("0x") ? (address.toLowerCase() as HexAddress) : hexFromTron(address);
  if (!found) throw new Error(`${address} is no address`);
  return found;
}
