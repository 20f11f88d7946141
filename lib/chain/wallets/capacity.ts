import { formatCount } from "@/lib/base/values/intl";
import { MIN_COOLDOWN_SECONDS } from "@/lib/chain/wallets/cooldown";

/** What a list of addresses carries. */
export type Capacity = {
  /** payments that can wait at the same time */
  atOnce: number;
  /**
   * payments an hour that are never refused, however long each of them waits; null where an address serves one payment
   * only
   */
  perHour: number | null;
};

type Given = { addresses: number; lifeSeconds: number; neverReuse: boolean };

/** A payment occupies an address for its longest lifetime plus the minimum cooldown. */
export function getCapacity({ addresses, lifeSeconds, neverReuse }: Given): Capacity {
  const perHour = Math.floor((addresses * 3_600) / (lifeSeconds + MIN_COOLDOWN_SECONDS));
  return { atOnce: addresses, perHour: neverReuse ? null : perHour };
}

/** How many addresses a list needs for so many payments an hour: the other direction of `getCapacity`. */
export function addressesFor({ perHour, lifeSeconds }: { perHour: number; lifeSeconds: number }): number {
  return Math.ceil((perHour * (lifeSeconds + MIN_COOLDOWN_SECONDS)) / 3_600);
}

const LOW_USE = 0.8;

type Addresses = {
  kind: "list" | "xpub";
  /** not frozen and not to be checked */
  usable: number;
  free: number;
  /** free, or past the minimum cooldown */
  available: number;
};

export type PoolUse = { use: number | null; isLow: boolean; isEmpty: boolean };

/**
 * How much of a pool cannot be given out now, and whether it is about to run out: at least 80 % of it, or all but the
 * last address. A public key has no end.
 */
export function poolUse({ kind, usable, free, available }: Addresses): PoolUse {
  if (kind === "xpub") return { use: null, isLow: false, isEmpty: false };
  const use = usable === 0 ? 1 : 1 - free / usable;
  return { use, isLow: use >= LOW_USE || (use > 0 && available <= 1), isEmpty: available === 0 };
}

export type PoolCounts = Record<"free" | "leased" | "resting" | "used" | "frozen" | "differs", number> & {
  /** those of `resting` that are past the minimum cooldown: given out when none is free */
  reserve: number;
};

export type PoolPart = "leased" | "resting" | "reserve" | "used" | "frozen" | "differs" | "free";

/** Every address of a pool in exactly one part, so that the parts add up to all of them. */
export function poolParts(pool: PoolCounts): { part: PoolPart; count: number }[] {
  const { free, leased, resting, reserve, used, frozen, differs } = pool;
  return [
    { part: "leased", count: leased },
    { part: "resting", count: resting - reserve },
    { part: "reserve", count: reserve },
    { part: "used", count: used },
    { part: "frozen", count: frozen },
    { part: "differs", count: differs },
    { part: "free", count: free },
  ];
}

export const POOL_LABELS: Record<PoolPart, string> = {
  leased: "in use",
  resting: "in cooldown",
  reserve: "reusable if needed",
  used: "used",
  frozen: "frozen by the issuer",
  differs: "to check",
  free: "available",
};

/**
 * `2 of 10 addresses are available (7 in use, 1 in cooldown).`, in the same counts and words as the bar and its legend.
 */
export function poolText(pool: PoolCounts): string {
  const parts = poolParts(pool);
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  const taken = parts.filter(({ part, count }) => part !== "free" && count > 0);
  const reasons = taken.map(({ part, count }) => `${formatCount(count)} ${POOL_LABELS[part]}`).join(", ");
  const verb = pool.free === 1 ? "is" : "are";
  const addresses = total === 1 ? "address" : "addresses";
  const available = `${formatCount(pool.free)} of ${formatCount(total)} ${addresses} ${verb} available`;
  return reasons ? `${available} (${reasons}).` : `${available}.`;
}

/** `About 6 payments an hour, 6 at the same time`. */
export function capacityText({ atOnce, perHour }: Capacity): string {
  const payments = (count: number) => (count === 1 ? "1 payment" : `${formatCount(count)} payments`);
  if (perHour === null) return `${payments(atOnce)} in total, one per address`;
  return `About ${payments(perHour)} an hour, ${formatCount(atOnce)} at the same time`;
}
