import { HDKey } from "@scure/bip32";
import { generateMnemonic, mnemonicToSeedSync } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";
import { tronFromHex } from "@/lib/base/tron/address";
import { deriveAddresses } from "@/lib/base/tron/derive";
import { UsageError } from "@/scripts/local-chain/usage-error";
import { startChain } from "@/tests/support/chain/chain";
import type { Faults } from "@/tests/support/chain/faults";
import { tronProxy } from "@/tests/support/chain/proxy";

const ADDRESSES = 10;

type Options = { port: number; blockMs: number; sendingFaults: Partial<Faults> };

/** Starts a chain with its own id, prints how to use it, and mines until a signal stops it. */
export async function runChain({ port, blockMs, sendingFaults }: Options): Promise<void> {
  const { chain, proxy } = await start(port);
  Object.assign(proxy.faults, sendingFaults);
  chain.mineBySelf(blockMs);
  const variables = Object.entries(chain.env(proxy)).map(([name, value]) => `${name}=${value}`);
  console.log(instructions({ variables, port, blockMs, wallet: freshWallet() }));
  await ended();
  await proxy.stop();
  await chain.stop();
}

async function start(port: number) {
  try {
    // a new id each time, so that a service never mistakes this chain for an earlier one
    const chainId = 1_000_000_000 + Math.floor(Date.now() / 1000);
    const chain = await startChain({ chainId, port: port + 1, startsAt: new Date() });
    const proxy = await tronProxy(chain, { port }).catch(async (error) => {
      await chain.stop();
      throw error;
    });
    return { chain, proxy };
  } catch (error) {
    if (!/EADDRINUSE|already in use/.test(String(error))) throw error;
    throw new UsageError(
      `Port ${port} or ${port + 1} is already in use, perhaps by another chain. Choose another with --port.`,
    );
  }
}

type Instructions = { variables: string[]; port: number; blockMs: number; wallet: ReturnType<typeof freshWallet> };

function instructions({ variables, port, blockMs, wallet }: Instructions): string {
  const own = port === 18_545 ? "" : ` --port ${port}`;
  const final = Math.round((19 * blockMs) / 1000);
  return `The local chain is running, with a new block every ${blockMs / 1000} s. Transfers are final after about ${final} s.

1. In another terminal window, start Till on this chain:

   ${variables.slice(0, 4).join(" \\\n   ")} \\
   ${variables.slice(4).join(" ")} \\
   npm start

2. In the dashboard, switch to Live and set a receiving wallet under Settlement. Use these new addresses:

${wallet.addresses.map((address) => `   ${address}`).join("\n")}

   or the extended public key of the same wallet, for unlimited addresses:

   ${wallet.xpub}

   To sign refunds and sweeps, enter their seed phrase in the offline wallet (/offline-wallet.html):

   ${wallet.phrase}

3. Issue a live key, create a payment intent with it, and pay to the address on the payment page:

   npm run chain -- pay <address> 12.50${own}
   npm run chain -- mine 19${own}      (makes it final immediately)

These coins have no value. Press Ctrl-C to stop and discard the chain.`;
}

/** A new seed phrase, for worthless coins, and its addresses. */
function freshWallet() {
  const phrase = generateMnemonic(wordlist);
  const seed = mnemonicToSeedSync(phrase);
  const xpub = HDKey.fromMasterSeed(seed).derive("m/44'/195'/0'").publicExtendedKey;
  return { phrase, xpub, addresses: deriveAddresses(xpub, 0, ADDRESSES).map(tronFromHex) };
}

function ended(): Promise<void> {
  return new Promise((resolve) => {
    // keeps the process running: the miner's timer alone doesn't
    const hold = setInterval(() => {}, 60_000);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.once(signal, () => {
        clearInterval(hold);
        resolve();
      });
    }
  });
}
