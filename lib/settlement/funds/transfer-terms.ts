import type { MemberContext } from "@/lib/base/context/context";
import type { Network } from "@/lib/base/context/network";
import type { HexAddress } from "@/lib/base/tron/address";
import type { Prices } from "@/lib/base/tron/transfer-cost";
import { askAddresses, type ToldAddresses } from "@/lib/chain/nodes/ask-addresses";
import { type AskedNodes, readEnergy, readPrices } from "@/lib/chain/nodes/read-cost";

export type PlannedTransfer = { from: HexAddress; to: HexAddress; amountMicros: bigint };

export type TransferTerms = {
  prices: Prices | null;
  /** of each transfer, in their order; null: no node says */
  energies: (number | null)[];
  /** by address; one that isn't in it could not be asked */
  frozen: ToldAddresses["frozen"];
};

const WAIT_MS = 3_000;
/** The first transfers of a kind may be those that would fail. */
const SAMPLES = 3;

/** The nodes that may be asked from now on, for as long as a person waits. */
export function askedNodes({ settings }: MemberContext, network: Network): AskedNodes {
  return { network, apiKey: settings.tronApiKey, until: performance.now() + WAIT_MS };
}

/**
 * What the network says of transfers that are to be signed. A transfer's energy depends on whether the recipient holds
 * any of the token, so one of each kind is asked about, however many there are.
 */
export async function readTerms(
  ctx: MemberContext,
  network: Network,
  transfers: readonly PlannedTransfer[],
): Promise<TransferTerms> {
  const [prices, { frozen, holding }] = await Promise.all([
    readPrices(askedNodes(ctx, network)),
    askAddresses(ctx, network, {
      frozen: transfers.flatMap(({ from, to }) => [from, to]),
      holding: transfers.map(({ to }) => to),
    }),
  ]);
  // one that could not be asked counts as the dearer kind
  const isToHolder = ({ to }: PlannedTransfer) => holding.get(to) === true;
  const kinds = [transfers.filter(isToHolder), transfers.filter((one) => !isToHolder(one))];
  const nodes = askedNodes(ctx, network);
  const [toHolders, toOthers] = await Promise.all(
    kinds.map((kind) => (prices ? energyOf(nodes, network, kind.slice(0, SAMPLES)) : null)),
  );
  return { prices, frozen, energies: transfers.map((one) => (isToHolder(one) ? toHolders : toOthers) ?? null) };
}

async function energyOf(nodes: AskedNodes, { token }: Network, samples: readonly PlannedTransfer[]) {
  for (const sample of samples) {
    const energy = await readEnergy(nodes, { token, ...sample });
    if (energy !== null) return energy;
  }
  return null;
}
