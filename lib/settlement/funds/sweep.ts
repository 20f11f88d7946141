import type { HexAddress } from "@/lib/base/tron/address";
import { transferCommand } from "@/lib/base/tron/command-lines";
import { ACTIVATION_TRX } from "@/lib/base/tron/fees";
import { displayAmount } from "@/lib/base/values/money";

/** Left at each address: one that holds USDT costs the next payer half the energy. */
const LEFT_MICROS = 1n;

/** Energy of one transfer of USDT, to an address that holds some and to one that does not. */
const ENERGY = { toFunded: 64_285, toEmpty: 130_285 };

/**
 * What a unit of energy burns when none is staked or rented, in sun (a millionth of a TRX). The network may change it.
 */
const SUN_PER_ENERGY = 100;

/** Bandwidth of one transfer, burnt at a thousand sun a byte beyond the free share of each address. */
const BYTES = 345;
const SUN_PER_BYTE = 1_000;

const ACTIVATION_SUN = ACTIVATION_TRX * 1_000_000;

type SweepRow = { from: HexAddress; amountMicros: bigint; derivationIndex: number | null };

export type SweepPlan = {
  rows: SweepRow[];
  /** for TRON's official wallet-cli, one a transfer */
  lines: string[];
  totalMicros: bigint;
  /** stays where it is: below the threshold, and what is left at each address */
  leftMicros: bigint;
  energy: number;
  /** addresses that may have no account yet */
  activations: number;
  /** fees and activations */
  estimateSun: bigint;
  /** decimal text */
  estimateTrx: string;
};

type Given = {
  token: HexAddress;
  to: HexAddress;
  /** whether the destination holds USDT already */
  isToFunded: boolean;
  /** `reservedMicros` of the balance has to stay, for refunds and open items */
  addresses: readonly {
    address: HexAddress;
    balanceMicros: bigint;
    reservedMicros?: bigint;
    derivationIndex?: number | null;
    /** nothing was ever sent from it, as far as is known: it may have received USDT alone, which makes no account */
    isUnused?: boolean;
  }[];
  thresholdMicros: bigint;
  sunPerEnergy?: number;
};

/**
 * Plans the transfers that collect the money of many addresses, in the given order: all but a millionth from each
 * address that has the threshold beyond its reserved amount. The first transfer to a destination without USDT costs
 * about twice as much, and the first TRX for an address without an account costs something too.
 */
export function sweepPlan(given: Given): SweepPlan {
  const { token, to, isToFunded, addresses, thresholdMicros, sunPerEnergy = SUN_PER_ENERGY } = given;
  const rows = addresses
    .map(({ address, balanceMicros, reservedMicros = 0n, derivationIndex = null }) => ({
      from: address,
      freeMicros: balanceMicros - reservedMicros,
      derivationIndex,
    }))
    .filter(({ from, freeMicros }) => from !== to && freeMicros >= thresholdMicros && freeMicros > LEFT_MICROS)
    .map(({ from, freeMicros, derivationIndex }) => ({
      from,
      amountMicros: freeMicros - LEFT_MICROS,
      derivationIndex,
    }));
  const unused = new Set(addresses.flatMap(({ address, isUnused }) => (isUnused ? [address] : [])));
  const activations = rows.filter(({ from }) => unused.has(from)).length;
  const total = addresses.reduce((sum, one) => sum + one.balanceMicros, 0n);
  const totalMicros = rows.reduce((sum, one) => sum + one.amountMicros, 0n);
  const energy =
    rows.length * ENERGY.toFunded + (rows.length > 0 && !isToFunded ? ENERGY.toEmpty - ENERGY.toFunded : 0);
  const estimateSun =
    BigInt(energy) * BigInt(sunPerEnergy) + BigInt(rows.length * BYTES * SUN_PER_BYTE + activations * ACTIVATION_SUN);
  return {
    rows,
    lines: rows.map(({ from, amountMicros }) => transferCommand({ token, from, to, amountMicros })),
    totalMicros,
    leftMicros: total - totalMicros,
    energy,
    activations,
    estimateSun,
    estimateTrx: displayAmount(estimateSun),
  };
}

/** What the cost estimate assumes, for the person who pays the fee. */
export function formatCost(
  { rows, energy, activations, estimateTrx }: SweepPlan,
  sunPerEnergy = SUN_PER_ENERGY,
): string {
  if (rows.length === 0) return "Nothing to transfer, so no fee.";
  const transfers = rows.length === 1 ? "1 transfer" : `${rows.length.toLocaleString("en")} transfers`;
  return `At most about ${estimateTrx} TRX for ${transfers}: ${energy.toLocaleString("en")} energy at ${sunPerEnergy} sun and ${BYTES} bytes of bandwidth each, with nothing staked or rented. ${formatActivations(activations)}Each address needs its own TRX or energy. The network may change these prices.`;
}

function formatActivations(activations: number): string {
  if (activations === 0) return "";
  const [which, them, each] =
    activations === 1 ? ["1 address", "it", ""] : [`${activations.toLocaleString("en")} addresses`, "them", " each"];
  return `It includes ${ACTIVATION_TRX} TRX${each} for ${which} that may have no account yet, burnt when you first send TRX to ${them}. `;
}
