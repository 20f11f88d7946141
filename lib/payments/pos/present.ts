import type { Settings } from "@/lib/base/context/settings";
import { tronFromHex } from "@/lib/base/tron/address";
import { decimalFromMinor, decimalsOf, displayPrice } from "@/lib/base/values/currencies";
import { decimalFromMicros, displayAmount } from "@/lib/base/values/money";
import { checkoutUri, checkoutUrl } from "@/lib/customer/checkout/links";
import { type IntentStatus, isTerminal, remainingMicros } from "@/lib/payments/intents/state";
import { tipMicros, tipMinor } from "@/lib/payments/intents/tip";
import { CONFIRMATIONS_REQUIRED } from "@/lib/payments/page/progress";
import type { PosPaymentRow } from "@/lib/payments/pos/select";

/** A payment as a keypad shows it; amounts are display text without the unit. */
export type PosPayment = {
  id: string;
  status: IntentStatus;
  /** the bits of `payment_intents.flags` */
  flags: number;
  /** the tip included */
  amount: string;
  /** null without a tip */
  tip: string | null;
  /** null when nothing has arrived */
  received: string | null;
  /** remaining amount; null when nothing or everything has arrived */
  missing: string | null;
  /** detected in blocks that are not final yet */
  confirming: { confirmations: number; required: number; amount: string } | null;
  /** the blockchain isn't read right now, so a payment may have been sent that isn't shown; left out: it is */
  delayed?: true;
  /** where to pay the remaining amount; null in the sandbox and when enough is on its way */
  send: { address: string; amount: string; network: string } | null;
  reference: string | null;
  /** ISO 8601, UTC */
  createdAt: string;
  expiresAt: string;
  endedAt: string | null;
  /** by the server's clock; 0 when ended */
  secondsLeft: number;
  checkoutUri: string;
  checkoutUrl: string;
  /** decimal text for charging the same again, in USDT */
  again: { amount: string; tip: string; reference: string };
  /** what it was quoted from, with the currency; left out: it was charged in USDT */
  price?: {
    /** the tip included */
    total: string;
    /** null without a tip */
    tip: string | null;
    /** decimal text for charging the same price again */
    again: { currency: string; amount: string; tip: string };
  };
};

export function presentPosPayment(row: PosPaymentRow, settings: Settings): PosPayment {
  const remaining = remainingMicros(row);
  const tip = tipMicros(row.tip, row.amountMicros);
  return {
    id: row.id,
    status: row.status,
    flags: row.flags,
    amount: displayAmount(row.amountMicros),
    tip: tip === 0n ? null : displayAmount(tip),
    received: row.receivedMicros > 0n ? displayAmount(row.receivedMicros) : null,
    missing: row.receivedMicros > 0n && remaining > 0n ? displayAmount(remaining) : null,
    ...onTheChain(row, settings),
    ...(row.isDelayed && { delayed: true as const }),
    reference: row.reference,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    secondsLeft: row.status === "pending" ? row.secondsLeft : 0,
    checkoutUri: checkoutUri(settings, row.id),
    checkoutUrl: checkoutUrl(settings, row.id),
    again: {
      amount: decimalFromMicros(row.amountMicros - tip),
      tip: decimalFromMicros(tip),
      reference: row.reference ?? "",
    },
    ...priceOf(row, tip),
  };
}

function priceOf({ priceCurrency: currency, priceMinor: minor, tipPrice }: PosPaymentRow, tipUsdt: bigint) {
  if (currency === null || minor === null) return {};
  const tip = tipUsdt === 0n ? 0n : tipMinor(tipPrice, { currency, minor });
  const decimals = decimalsOf(currency) ?? 0;
  return {
    price: {
      total: displayPrice({ currency, minor }),
      tip: tip === 0n ? null : displayPrice({ currency, minor: tip }),
      again: { currency, amount: decimalFromMinor(minor - tip, decimals), tip: decimalFromMinor(tip, decimals) },
    },
  };
}

function onTheChain(row: PosPaymentRow, settings: Settings): Pick<PosPayment, "confirming" | "send"> {
  if (isTerminal(row.status) || row.receiveAddress === null) return { confirming: null, send: null };
  const toSend = remainingMicros(row, row.sightedMicros);
  return {
    confirming: row.sightedMicros > 0n ? confirmingOf(row) : null,
    send: toSend > 0n ? sendOf(row.receiveAddress, toSend, settings) : null,
  };
}

function sendOf(receiveAddress: string, micros: bigint, { network }: Settings): PosPayment["send"] {
  const isMain = network === null || network.id === "tron-mainnet";
  return {
    address: tronFromHex(receiveAddress),
    amount: displayAmount(micros),
    network: isMain ? "TRON (TRC20)" : network.name,
  };
}

function confirmingOf({ sightedMicros, sightedBlocks }: PosPaymentRow): PosPayment["confirming"] {
  return {
    confirmations: Math.min(CONFIRMATIONS_REQUIRED, Math.max(0, sightedBlocks)),
    required: CONFIRMATIONS_REQUIRED,
    amount: displayAmount(sightedMicros),
  };
}
