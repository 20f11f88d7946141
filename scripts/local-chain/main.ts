import { parseArgs } from "node:util";
import { hexFromTron } from "@/lib/base/tron/address";
import { decimalFromMicros, microsFromDecimal } from "@/lib/base/values/money";
import { runChain } from "@/scripts/local-chain/run-chain";
import { UsageError } from "@/scripts/local-chain/usage-error";
import { REFUSALS } from "@/tests/support/chain/broadcast";
import { openChain } from "@/tests/support/chain/chain";
import type { Faults } from "@/tests/support/chain/faults";

const USAGE = `npm run chain [-- <command>]

  (none) [--block-ms 3000] [--refuse SERVER_BUSY]
      Starts a chain with a USDT-like token. Stop it with Ctrl-C. With --refuse, its node doesn't
      take signed transactions: a code of java-tron's, RATE_LIMITED, NO_ANSWER or OUT_OF_ENERGY.
  pay <address> <amount>
      Sends test USDT to the address.
  mine <blocks>
      Adds blocks immediately. 19 blocks make all earlier transfers final.
  balance <address>
      Shows the balance of the address.

  --port 18545
      Port for Till. The node itself uses the next port.`;

type Chain = Awaited<ReturnType<typeof openChain>>;

const COMMANDS: Record<string, (chain: Chain, args: string[]) => Promise<void>> = {
  async pay(chain, [address = "", amount = ""]) {
    const micros = microsFromDecimal(amount);
    if (!micros)
      throw new UsageError(`${amount ? `${amount} isn't a valid amount.` : "Give an amount."} For example: 12.50`);
    const txHash = await chain.transfer(chain.payers[0], addressOf(address), micros);
    console.log(`Sent ${decimalFromMicros(micros)} USDT to ${address}.\nTransaction ${txHash}`);
  },
  async mine(chain, [blocks = ""]) {
    if (!/^[1-9]\d{0,4}$/.test(blocks)) throw new UsageError("Give a number of blocks from 1 to 99999.");
    console.log(`The latest block is ${await chain.mine(Number(blocks))}.`);
  },
  async balance(chain, [address = ""]) {
    console.log(`${decimalFromMicros(await chain.balanceOf(addressOf(address)))} USDT`);
  },
};

async function main(): Promise<void> {
  const { values, positionals } = readArguments();
  const port = wholeNumber("port", values.port, 1024, 65_534);
  const [name, ...args] = positionals;
  if (values.help || name === "help") return console.log(USAGE);
  if (!name) {
    const blockMs = wholeNumber("block-ms", values["block-ms"], 50, 60_000);
    return runChain({ port, blockMs, sendingFaults: sendingFaults(values.refuse) });
  }
  const command = COMMANDS[name];
  if (!command) throw new UsageError(`Unknown command: ${name}\n\n${USAGE}`);
  const chain = await openChain(`http://127.0.0.1:${port + 1}`).catch(() => {
    throw new UsageError(`No chain responds on port ${port + 1}. Is \`npm run chain\` running?`);
  });
  try {
    await command(chain, args);
  } finally {
    await chain.close();
  }
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        port: { type: "string", default: "18545" },
        "block-ms": { type: "string", default: "3000" },
        refuse: { type: "string" },
        help: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${USAGE}`);
  }
}

/** How the node answers a signed transaction. */
function sendingFaults(answer: string | undefined): Partial<Faults> {
  if (answer === undefined) return {};
  if (answer === "RATE_LIMITED") return { httpApi: "busy" };
  if (answer === "NO_ANSWER") return { swallowsAnswers: true };
  if (answer === "OUT_OF_ENERGY") return { lacksEnergy: true };
  if (REFUSALS.includes(answer)) return { refusesTransactions: answer };
  const allowed = ["RATE_LIMITED", "NO_ANSWER", "OUT_OF_ENERGY", ...REFUSALS].join(", ");
  throw new UsageError(`--refuse must be one of ${allowed}.`);
}

function wholeNumber(name: string, text: string, min: number, max: number): number {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) throw new UsageError(`--${name} must be a whole number from ${min} to ${max}.`);
  return value;
}

function addressOf(text: string): string {
  if (hexFromTron(text) === null) throw new UsageError(text ? `${text} isn't a TRON address.` : "Give a TRON address.");
  return text;
}

try {
  await main();
} catch (error) {
  console.error(error instanceof UsageError ? error.message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
