import { checkoutUri, checkoutUrl } from "@/lib/intents/links";
import { CONFIRMATIONS_REQUIRED } from "@/lib/intents/progress";
import { type IntentStatus, isTerminal, remainingMicros } from "@/lib/intents/state";
import { decimalFromMicros, displayAmount, microsFromDecimal } from "@/lib/money";
import type { TillPaymentRow } from "@/lib/pos/select";
import { tronFromHex } from "@/lib/settlement/address";
import { liveNetwork } from "@/lib/settlement/network";

/** A payment as a keypad shows it; amounts are display text without the unit. */
export type TillPayment = {
  id: string;
  status: IntentStatus;
  /** the tip included */
  amount: string;
  /** null without a tip */
  tip: string | null;
  /** null when nothing has arrived */
  received: string | null;
  /** null when nothing has arrived or all has */
  missing: string | null;
  /** on its way in blocks that are not final yet */
  confirming: { confirmations: number; required: number; amount: string } | null;
  /** where any wallet pays to, on which network, and how much is left; null in the sandbox, and when enough is on its way */
  send: { address: string; amount: string; network: string } | null;
  reference: string | null;
  /** ISO 8601, UTC */
  createdAt: string;
  expiresAt: string;
  endedAt: string | null;
  /** by the server's clock, 0 when over */
  secondsLeft: number;
  checkoutUri: string;
  checkoutUrl: string;
  /** decimal text that asks for the same once more */
  again: { amount: string; tip: string; reference: string };
};

export function presentTillPayment(row: TillPaymentRow): TillPayment {
  const remaining = remainingMicros(row);
  const tip = tipOf(row);
  return {
    id: row.id,
    status: row.status,
    amount: displayAmount(row.amountMicros),
    tip: tip === 0n ? null : displayAmount(tip),
    received: row.receivedMicros > 0n ? displayAmount(row.receivedMicros) : null,
    missing: row.receivedMicros > 0n && remaining > 0n ? displayAmount(remaining) : null,
    ...onTheChain(row),
    reference: row.reference,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    secondsLeft: row.status === "pending" ? row.secondsLeft : 0,
    checkoutUri: checkoutUri(row.id),
    checkoutUrl: checkoutUrl(row.id),
    again: {
      amount: decimalFromMicros(row.amountMicros - tip),
      tip: decimalFromMicros(tip),
      reference: row.reference ?? "",
    },
  };
}

function onTheChain(row: TillPaymentRow): Pick<TillPayment, "confirming" | "send"> {
  if (isTerminal(row.status) || row.receiveAddress === null) return { confirming: null, send: null };
  const toSend = remainingMicros(row, row.sightedMicros);
  return {
    confirming: row.sightedMicros > 0n ? confirmingOf(row) : null,
    send: toSend > 0n ? sendOf(row.receiveAddress, toSend) : null,
  };
}

function sendOf(receiveAddress: string, micros: bigint): TillPayment["send"] {
  const network = liveNetwork();
  const isMain = network === null || network.id === "tron-mainnet";
  return {
    address: tronFromHex(receiveAddress),
    amount: displayAmount(micros),
    network: isMain ? "TRON (TRC20)" : network.name,
  };
}

function confirmingOf({ sightedMicros, sightedBlocks }: TillPaymentRow): TillPayment["confirming"] {
  return {
    confirmations: Math.min(CONFIRMATIONS_REQUIRED, Math.max(0, sightedBlocks)),
    required: CONFIRMATIONS_REQUIRED,
    amount: displayAmount(sightedMicros),
  };
}

function tipOf({ tip, amountMicros }: TillPaymentRow): bigint {
  const micros = tip === null ? 0n : (microsFromDecimal(tip) ?? 0n);
  return micros < amountMicros ? micros : 0n;
}
