import type { MemberContext } from "@/lib/base/context/context";
import type { Network } from "@/lib/base/context/network";
import { type HexAddress, tronFromHex } from "@/lib/base/tron/address";
import { MAX_FEE_LIMIT_SUN, SAFE_FEE_LIMIT_SUN } from "@/lib/base/tron/fees";
import { feeLimitOf, type Prices, type SentWhen } from "@/lib/base/tron/transfer-cost";
import { conflict } from "@/lib/base/values/errors";
import { displayAmount } from "@/lib/base/values/money";
import { askAddresses, type ToldAddresses } from "@/lib/chain/nodes/ask-addresses";
import { type PlannedTransfer, readTerms } from "@/lib/settlement/funds/transfer-terms";

/**
 * The fee limit of each transfer that is about to be signed, in sun and in their order: its estimate with a margin, or
 * a safe one where no node says what it takes. Errors: `conflict` when the token's issuer has frozen a sender or
 * recipient, or a transfer takes more than any may. An address that no node says it of is asked about again before
 * anything is sent.
 */
export async function signingTerms(
  ctx: MemberContext,
  network: Network,
  transfers: readonly PlannedTransfer[],
  when: SentWhen,
): Promise<number[]> {
  const { prices, energies, frozen } = await readTerms(ctx, network, transfers);
  for (const transfer of transfers) requireUnfrozen(transfer, frozen);
  return energies.map((energy) => {
    if (!prices || energy === null) return SAFE_FEE_LIMIT_SUN;
    return feeLimitOf(energy, prices, when) ?? refuseDear(energy, prices);
  });
}

function refuseDear(energy: number, { sunPerEnergy }: Prices): never {
  const [cost, most] = [energy * sunPerEnergy, MAX_FEE_LIMIT_SUN].map((sun) => displayAmount(BigInt(sun)));
  throw conflict(`A transfer would cost ${cost} TRX now, more than the ${most} TRX that Till allows. Try again later.`);
}

/**
 * Whether it is known that the token's issuer has frozen neither end of a transfer that is about to be sent; false: no
 * node could be asked. Error: `conflict` when it has.
 */
export async function isKnownUnfrozen(ctx: MemberContext, network: Network, transfer: Ends): Promise<boolean> {
  const ends = [transfer.from, transfer.to];
  const { frozen } = await askAddresses(ctx, network, { frozen: ends });
  requireUnfrozen(transfer, frozen);
  return ends.every((address) => frozen.has(address));
}

type Ends = Pick<PlannedTransfer, "from" | "to">;

function requireUnfrozen(ends: Ends, frozen: ToldAddresses["frozen"]): void {
  const reason = describeFrozen(ends, frozen);
  if (reason !== null) throw conflict(`${reason} Nothing was sent.`);
}

/** Of transfers with a frozen end, why they can't be signed; as far as a node says so, by their place in the list. */
export async function findFrozen(
  ctx: MemberContext,
  network: Network,
  transfers: readonly Ends[],
): Promise<(string | null)[]> {
  const ends = [...new Set(transfers.flatMap(({ from, to }) => [from, to]))];
  const { frozen } = await askAddresses(ctx, network, { frozen: ends });
  return transfers.map((transfer) => describeFrozen(transfer, frozen));
}

function describeFrozen({ from, to }: Ends, frozen: ToldAddresses["frozen"]): string | null {
  const say = (address: HexAddress, consequence: string) =>
    `The issuer of USDT has frozen ${tronFromHex(address)}. ${consequence}.`;
  if (frozen.get(to)) return say(to, "USDT sent there couldn't be used. Use another address");
  if (frozen.get(from)) return say(from, "No USDT can leave it");
  return null;
}
