import { MAX_FEE_LIMIT_SUN } from "@/lib/base/tron/fees";

/** What the network charges, in sun (a millionth of a TRX). */
export type Prices = {
  sunPerEnergy: number;
  sunPerByte: number;
  /** burnt from the sender by the first TRX to an address without an account */
  newAccountSun: number;
};

/** What an account has of its own at this moment. */
export type AccountState = {
  /** false for an address that only ever received tokens: those make no account */
  exists: boolean;
  sun: number;
  /** staked or rented, and not used today */
  energy: number;
  stakedBytes: number;
  /** of the free bandwidth that each account has a day */
  freeBytes: number;
};

/** Bandwidth of a transfer: its 281 bytes with one signature, and the 64 that java-tron keeps for the result. */
export const TRANSFER_BYTES = 345;

/** When the transaction is sent: at once by a wallet, or within a day from a file or by a command. */
export type SentWhen = "at once" | "within a day";

/**
 * In percent of the estimate. The energy that a contract takes may rise by a fifth every six hours, and a recipient
 * that empties its address doubles it: a limit that is too low burns the TRX and moves nothing.
 */
const FEE_LIMITS_PERCENT: Record<SentWhen, number> = { "at once": 150, "within a day": 210 };

const TENTH_OF_A_TRX = 100_000;
const TRX = 1_000_000;

/**
 * The most that a transfer may burn, in sun: the estimate with a margin. TRON counts energy that the account has of its
 * own towards the limit, too. Null: the transfer alone takes more than any may.
 */
export function feeLimitOf(energy: number, { sunPerEnergy }: Prices, when: SentWhen): number | null {
  const sun = energy * sunPerEnergy;
  if (sun > MAX_FEE_LIMIT_SUN) return null;
  const raised = Math.ceil((sun * FEE_LIMITS_PERCENT[when]) / 100 / TENTH_OF_A_TRX) * TENTH_OF_A_TRX;
  return Math.min(raised, MAX_FEE_LIMIT_SUN);
}

export type SenderCost = {
  /** burnt for all of its transfers, after its own energy and bandwidth */
  costSun: number;
  /** to send to it before they are signed, in whole TRX with a tenth to spare; 0: it has enough */
  topUpSun: number;
  /** burnt from the account that sends the first TRX to it; 0: it has an account */
  activationSun: number;
};

/** A tenth to spare, as prices and energy change. */
const TOP_UP_PERCENT = 110;

/**
 * What transfers burn that one address sends one after the other. Energy of its own is used first and in part;
 * bandwidth covers a transaction whole or not at all, staked before free. Source: java-tron's `BandwidthProcessor` and
 * `ReceiptCapsule.payEnergyBill`.
 */
export function senderCost(energies: readonly number[], prices: Prices, account: AccountState): SenderCost {
  let { energy, stakedBytes, freeBytes } = account;
  let costSun = 0;
  for (const needed of energies) {
    const own = Math.min(energy, needed);
    energy -= own;
    costSun += (needed - own) * prices.sunPerEnergy;
    if (stakedBytes >= TRANSFER_BYTES) stakedBytes -= TRANSFER_BYTES;
    else if (freeBytes >= TRANSFER_BYTES) freeBytes -= TRANSFER_BYTES;
    else costSun += TRANSFER_BYTES * prices.sunPerByte;
  }
  const lacks = !account.exists || account.sun < costSun;
  // the first TRX also makes the account, without which nothing is sent
  const missing = Math.max((costSun * TOP_UP_PERCENT) / 100 - account.sun, account.exists ? 0 : 1);
  return {
    costSun,
    topUpSun: lacks ? Math.ceil(missing / TRX) * TRX : 0,
    activationSun: account.exists ? 0 : prices.newAccountSun,
  };
}
