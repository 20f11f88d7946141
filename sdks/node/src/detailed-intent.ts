import type { Environment, IntentStatus, Open } from "./intents.js";
import type { Members } from "./members.js";
import { type Quote, readQuote } from "./quote.js";
import type { RefundStatus } from "./refunds.js";

/** A transfer to an intent. */
export type IntentTransfer = {
  /** Null until its block is final. */
  readonly id: string | null;
  readonly txHash: string;
  /** The sender, often an exchange: don't refund to it without asking. */
  readonly fromAddress: string | null;
  readonly amountUsdt: string;
  readonly amountMicros: bigint;
  readonly blockNumber: number | null;
  readonly confirmations: number | null;
  readonly receivedAt: Date;
  /** Whether it was applied to the intent. */
  readonly counted: boolean;
  readonly simulated: boolean;
};

/** A refund of money that was paid to an intent. */
export type IntentRefund = {
  readonly id: string;
  readonly amountUsdt: string;
  readonly amountMicros: bigint;
  readonly status: RefundStatus;
  readonly txHash: string | null;
  readonly createdAt: Date;
  /** Null without the scope `customers:read`. */
  readonly toAddress: string | null;
};

/** An intent with its transfers and refunds. Amounts are the shortest exact decimal, and micro-USDT. */
export type DetailedIntent = {
  readonly id: string;
  readonly terminalId: string;
  readonly terminalName: string;
  readonly environment: Environment;
  readonly livemode: boolean;
  readonly status: IntentStatus;
  /** The amount due. */
  readonly amountUsdt: string;
  readonly amountMicros: bigint;
  readonly receivedUsdt: string;
  readonly receivedMicros: bigint;
  readonly remainingUsdt: string;
  readonly remainingMicros: bigint;
  readonly overpaidUsdt: string;
  readonly overpaidMicros: bigint;
  readonly flags: readonly Open<"partially_paid" | "overpaid" | "late">[];
  readonly reference: string | null;
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly successUrl: string | null;
  readonly cancelUrl: string | null;
  /** The hosted payment page for the customer. */
  readonly checkoutUrl: string | null;
  /** Null in the sandbox. */
  readonly receiveAddress: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly paidAt: Date | null;
  readonly expiredAt: Date | null;
  readonly cancelledAt: Date | null;
  readonly transfers: readonly IntentTransfer[];
  readonly refunds: readonly IntentRefund[];
  /** Where the customer would like a refund to go, not confirmed. Null without the scope `customers:read`. */
  readonly refundAddress: string | null;
  /** What the amount was quoted from; null if it was given in USDT. */
  readonly quote: Quote | null;
};

export function readDetailedIntent(members: Members): DetailedIntent {
  const [due, received] = [members.amount("amount_usdt"), members.amount("received_usdt")];
  const [remaining, overpaid] = [members.amount("remaining_usdt"), members.amount("overpaid_usdt")];
  return {
    id: members.text("id"),
    terminalId: members.text("terminal_id"),
    terminalName: members.text("terminal_name"),
    environment: members.text("environment"),
    livemode: members.flag("livemode"),
    status: members.text("status"),
    amountUsdt: due.usdt,
    amountMicros: due.micros,
    receivedUsdt: received.usdt,
    receivedMicros: received.micros,
    remainingUsdt: remaining.usdt,
    remainingMicros: remaining.micros,
    overpaidUsdt: overpaid.usdt,
    overpaidMicros: overpaid.micros,
    flags: members.texts("flags"),
    reference: members.textOrNull("reference"),
    metadata: members.textsOrNull("metadata"),
    successUrl: members.textOrNull("success_url"),
    cancelUrl: members.textOrNull("cancel_url"),
    checkoutUrl: members.textOrNull("checkout_url"),
    receiveAddress: members.textOrNull("receive_address"),
    createdAt: members.moment("created_at"),
    expiresAt: members.moment("expires_at"),
    paidAt: members.momentOrNull("paid_at"),
    expiredAt: members.momentOrNull("expired_at"),
    cancelledAt: members.momentOrNull("cancelled_at"),
    transfers: members.objects("transfers").map(readTransfer),
    refunds: members.objects("refunds").map(readRefund),
    refundAddress: members.textOrNull("refund_address"),
    quote: readQuote(members),
  };
}

function readTransfer(members: Members): IntentTransfer {
  const { usdt, micros } = members.amount("amount_usdt");
  return {
    id: members.textOrNull("id"),
    txHash: members.text("tx_hash"),
    fromAddress: members.textOrNull("from_address"),
    amountUsdt: usdt,
    amountMicros: micros,
    blockNumber: members.integerOrNull("block_number"),
    confirmations: members.integerOrNull("confirmations"),
    receivedAt: members.moment("received_at"),
    counted: members.flag("counted"),
    simulated: members.flag("simulated"),
  };
}

function readRefund(members: Members): IntentRefund {
  const { usdt, micros } = members.amount("amount_usdt");
  return {
    id: members.text("id"),
    amountUsdt: usdt,
    amountMicros: micros,
    status: members.text("status"),
    txHash: members.textOrNull("tx_hash"),
    createdAt: members.moment("created_at"),
    toAddress: members.textOrNull("to_address"),
  };
}
