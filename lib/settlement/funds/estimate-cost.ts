import type { MemberContext } from "@/lib/base/context/context";
import { type Network, requireNetwork } from "@/lib/base/context/network";
import { keptAnswer } from "@/lib/base/process/kept-answers";
import { type HexAddress, hexFromTron, tronFromHex } from "@/lib/base/tron/address";
import { transferCommand } from "@/lib/base/tron/command-lines";
import { MAX_FEE_LIMIT_SUN } from "@/lib/base/tron/fees";
import { type AccountState, feeLimitOf, type Prices, type SenderCost, senderCost } from "@/lib/base/tron/transfer-cost";
import { readAccount } from "@/lib/chain/nodes/read-cost";
import { askedNodes, type PlannedTransfer, readTerms, type TransferTerms } from "@/lib/settlement/funds/transfer-terms";

export type CostEstimate = {
  transfers: number;
  /** null: no node says what a transfer takes */
  cost: {
    energy: number;
    sunPerEnergy: number;
    /** burnt for all of them, after the energy and bandwidth that the addresses are known to have */
    sun: number;
    /** the addresses that send them; `unread`: of so many it isn't known what they have */
    senders: number;
    unread: number;
    /** addresses with too little TRX */
    short: ShortSender[];
    /** for wallet-cli, one a transfer, with its fee limit */
    commands: string[];
  } | null;
  /** base58: the sending and receiving addresses that the token's issuer has frozen */
  frozen: string[];
  /** whether all of them could be asked about */
  isFreezeKnown: boolean;
};

export type ShortSender = Omit<SenderCost, "costSun"> & {
  /** base58 */
  address: string;
  sun: number;
  hasAccount: boolean;
};

type GivenTransfer = {
  /** base58 */
  from: string;
  to: string;
  amountMicros: bigint;
};

/** A page that waits for the chain asks again every few seconds: it is told the same for so long. */
const KEPT_MS = 30_000;
/** While something is missing that may come at any moment. */
const KEPT_INCOMPLETE_MS = 5_000;
/** The nodes' own limits leave no room for thousands of questions beside the watcher's. */
const MOST_SENDERS = 50;
const AT_ONCE = 5;

/**
 * What transfers cost before they are signed, whether their addresses have the TRX, and how much to send there. Nodes
 * that don't answer within seconds leave parts unknown. Error: `conflict` when live is off.
 */
export function estimateCost(ctx: MemberContext, transfers: readonly GivenTransfer[]): Promise<CostEstimate> {
  const network = requireNetwork(ctx.settings);
  return keptAnswer({
    name: "cost estimates",
    key: [network.id, ...network.httpUrls, ...transfers.flatMap(Object.values)].join(" "),
    ask: () => readEstimate(ctx, network, transfers.map(toPlanned)),
    keptMs: (estimate) => (isIncomplete(estimate) ? KEPT_INCOMPLETE_MS : KEPT_MS),
  });
}

function isIncomplete({ cost, frozen, isFreezeKnown }: CostEstimate): boolean {
  return cost === null || cost.short.length > 0 || frozen.length > 0 || !isFreezeKnown;
}

async function readEstimate(ctx: MemberContext, network: Network, transfers: PlannedTransfer[]): Promise<CostEstimate> {
  const terms = await readTerms(ctx, network, transfers);
  const ends = [...new Set(transfers.flatMap(({ from, to }) => [from, to]))];
  return {
    transfers: transfers.length,
    cost: await costOf(ctx, network, { transfers, terms }),
    frozen: ends.filter((address) => terms.frozen.get(address)).map(tronFromHex),
    isFreezeKnown: ends.every((address) => terms.frozen.has(address)),
  };
}

type Given = { transfers: readonly PlannedTransfer[]; terms: TransferTerms };

async function costOf(
  ctx: MemberContext,
  network: Network,
  { transfers, terms }: Given,
): Promise<CostEstimate["cost"]> {
  const { prices } = terms;
  const energies = terms.energies.filter((energy) => energy !== null);
  if (!prices || energies.length < transfers.length) return null;
  const bySender = new Map<HexAddress, number[]>();
  for (const [index, { from }] of transfers.entries()) {
    bySender.set(from, [...(bySender.get(from) ?? []), energies[index] ?? 0]);
  }
  const accounts = await readAccounts(ctx, network, [...bySender.keys()]);
  const costs = [...bySender].map(([from, needed]) => {
    const account = accounts.get(from);
    return { from, account, ...senderCost(needed, prices, account ?? OF_ITS_OWN_NOTHING) };
  });
  return {
    energy: energies.reduce((sum, one) => sum + one, 0),
    sunPerEnergy: prices.sunPerEnergy,
    sun: costs.reduce((sum, { costSun }) => sum + costSun, 0),
    senders: bySender.size,
    unread: bySender.size - accounts.size,
    short: costs.flatMap(({ from, account, topUpSun, activationSun }) =>
      account && topUpSun > 0
        ? [{ address: tronFromHex(from), sun: account.sun, hasAccount: account.exists, topUpSun, activationSun }]
        : [],
    ),
    commands: transfers.map((transfer, index) => commandOf(network, transfer, energies[index] ?? 0, prices)),
  };
}

const OF_ITS_OWN_NOTHING: AccountState = { exists: true, sun: 0, energy: 0, stakedBytes: 0, freeBytes: 0 };

function commandOf({ token }: Network, transfer: PlannedTransfer, energy: number, prices: Prices): string {
  return transferCommand({ token, ...transfer }, feeLimitOf(energy, prices, "within a day") ?? MAX_FEE_LIMIT_SUN);
}

/** What the first addresses have, as far as nodes say so in time. */
async function readAccounts(ctx: MemberContext, network: Network, addresses: readonly HexAddress[]) {
  const nodes = askedNodes(ctx, network);
  const waiting = addresses.slice(0, MOST_SENDERS);
  const found = new Map<HexAddress, AccountState>();
  const readOn = async () => {
    for (let address = waiting.shift(); address && performance.now() < nodes.until; address = waiting.shift()) {
      const account = await readAccount(nodes, address);
      if (account) found.set(address, account);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, readOn));
  return found;
}

function toPlanned({ from, to, amountMicros }: GivenTransfer): PlannedTransfer {
  const [fromHex, toHex] = [hexFromTron(from), hexFromTron(to)];
  if (!fromHex || !toHex) throw new Error("a transfer between what are no addresses");
  return { from: fromHex, to: toHex, amountMicros };
}
