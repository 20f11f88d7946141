import { formatCount } from "@/lib/intl";
import { MIN_COOLDOWN_SECONDS } from "@/lib/wallets/cooldown";

/** What a list of addresses carries. */
export type Capacity = {
  /** payments that can wait at the same time */
  atOnce: number;
  /** payments an hour that are never refused, however long each of them waits; null where an address serves one payment only */
  perHour: number | null;
};

type Given = { addresses: number; lifeSeconds: number; neverReuse: boolean };

/** A payment occupies an address for its longest lifetime plus the minimum cooldown. */
export function getCapacity({ addresses, lifeSeconds, neverReuse }: Given): Capacity {
  const perHour = Math.floor((addresses * 3_600) / (lifeSeconds + MIN_COOLDOWN_SECONDS));
  return { atOnce: addresses, perHour: neverReuse ? null : perHour };
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
 * How much of a pool cannot be given out now, and whether it is about to run out: at least 80 % of it, or all but the last
 * address. A public key has no end.
 */
export function poolUse({ kind, usable, free, available }: Addresses): PoolUse {
  if (kind === "xpub") return { use: null, isLow: false, isEmpty: false };
  const use = usable === 0 ? 1 : 1 - free / usable;
  return { use, isLow: use >= LOW_USE || (use > 0 && available <= 1), isEmpty: available === 0 };
}

/** `About 6 payments an hour, 6 at the same time`. */
export function capacityText({ atOnce, perHour }: Capacity): string {
  const payments = (count: number) => (count === 1 ? "1 payment" : `${formatCount(count)} payments`);
  if (perHour === null) return `${payments(atOnce)} in total, one per address`;
  return `About ${payments(perHour)} an hour, ${formatCount(atOnce)} at the same time`;
}
