import type { HexAddress } from "@/lib/base/tron/address";
import type { Account, Faults } from "@/tests/support/chain/faults";
import type { EvmNode } from "@/tests/support/chain/node";

type Told = Record<string, unknown>;
type Asked = Record<string, unknown>;

/** So that a trial on the chain of one machine shows no fee that isn't there. */
const USUAL: Account = { sun: 100_000_000 };
const FREE_BYTES = 600;

/** What USDT's contract takes on TRON's main network for a transfer to an address that holds some, and to another. */
const ENERGY = { toHolder: 64_285, toOther: 130_285 };
const CONSTANT_ENERGY = 1_027;

/** The answers of java-tron's HTTP API about prices and resources; null: another path. */
export async function answerResources(
  { node, faults }: { node: EvmNode; faults: Faults },
  path: string,
  body: string,
): Promise<Told | null> {
  const asked = JSON.parse(body) as Asked;
  switch (path) {
    case "/wallet/getchainparameters":
      return { chainParameter: [...PARAMETERS, { key: "getEnergyFee", value: faults.sunPerEnergy }] };
    case "/wallet/triggerconstantcontract":
      return trigger(node, faults, asked);
    case "/wallet/getaccountresource":
      return resources(accountOf(faults, asked));
    case "/wallet/getaccount":
      return account(accountOf(faults, asked), asked);
    default:
      return null;
  }
}

/** As the main network's, which leaves out the value where it is 0. */
const PARAMETERS: { key: string; value?: number }[] = [
  { key: "getMaintenanceTimeInterval", value: 21_600_000 },
  { key: "getAccountUpgradeCost", value: 9_999_000_000 },
  { key: "getCreateAccountFee", value: 100_000 },
  { key: "getTransactionFee", value: 1_000 },
  { key: "getCreateNewAccountFeeInSystemContract", value: 1_000_000 },
  { key: "getAllowUpdateAccountName" },
  { key: "getMemoFee", value: 1_000_000 },
  { key: "getMaxFeeLimit", value: 15_000_000_000 },
];

/** Carried out on the node's newest state, without a transaction; the sender needs no account for it. */
async function trigger(node: EvmNode, faults: Faults, asked: Asked): Promise<Told> {
  if (faults.noConstantCalls) {
    return { result: { code: "OTHER_ERROR", message: hexOf("this node does not support constant") } };
  }
  const [owner, contract] = [asked.owner_address, asked.contract_address].map((text) => `0x${String(text).slice(2)}`);
  const parameter = String(asked.parameter);
  const isTransfer = asked.function_selector === "transfer(address,uint256)";
  const data = `${isTransfer ? "0xa9059cbb" : "0xe47d6060"}${parameter}`;
  const { result, error } = await node.ask("eth_call", [{ from: owner, to: contract, data }, "latest"]);
  const base = isTransfer ? await energyOf(node, String(contract), parameter.slice(24, 64)) : CONSTANT_ENERGY;
  const penalty = Math.floor(base * faults.dynamicEnergy);
  return {
    result: { result: true, ...(error ? { message: hexOf("REVERT opcode executed") } : {}) },
    energy_used: base + penalty,
    ...(penalty > 0 ? { energy_penalty: penalty } : {}),
    constant_result: [error ? "" : String(result).slice(2)],
    transaction: { ret: [error ? { ret: "FAILED" } : {}], visible: false },
  };
}

async function energyOf(node: EvmNode, token: string, recipient: string): Promise<number> {
  const data = `0x70a08231${recipient.padStart(64, "0")}`;
  const { result } = await node.ask("eth_call", [{ to: token, data }, "latest"]);
  return BigInt(String(result ?? "0x0")) > 0n ? ENERGY.toHolder : ENERGY.toOther;
}

/** Null: no account, since the address only ever received tokens. */
function accountOf({ accounts }: Faults, { address }: Asked): Account | null {
  const found = accounts.get(`0x${String(address).slice(2)}` as HexAddress);
  return found === undefined ? USUAL : found;
}

/** What is zero is left out; without an account, all is. */
function resources(account: Account | null): Told {
  if (!account) return {};
  const { energy = 0, stakedBytes = 0, freeBytesUsed = 0 } = account;
  return {
    ...(freeBytesUsed > 0 ? { freeNetUsed: freeBytesUsed } : {}),
    freeNetLimit: FREE_BYTES,
    ...(stakedBytes > 0 ? { NetLimit: stakedBytes } : {}),
    TotalNetLimit: 43_200_000_000,
    TotalNetWeight: 26_982_826_755,
    ...(energy > 0 ? { EnergyLimit: energy } : {}),
    TotalEnergyLimit: 180_000_000_000,
    TotalEnergyWeight: 19_086_244_018,
  };
}

function account(found: Account | null, { address }: Asked): Told {
  if (!found) return {};
  return { address, ...(found.sun ? { balance: found.sun } : {}), create_time: 1_700_000_000_000 };
}

function hexOf(text: string): string {
  return Buffer.from(text).toString("hex");
}
