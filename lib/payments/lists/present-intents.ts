import type { z } from "zod";
import type { KeyContext } from "@/lib/base/context/context";
import { tronFromHex } from "@/lib/base/tron/address";
import { numberFromMicros } from "@/lib/base/values/money";
import { checkoutUrl } from "@/lib/customer/checkout/links";
import { presentQuote } from "@/lib/payments/intents/present";
import { remainingMicros } from "@/lib/payments/intents/state";
import { flagsOf, type PaymentFlag } from "@/lib/payments/lists/flags";
import type { DetailedIntentAnswer, IntentPageAnswer } from "@/lib/payments/lists/intent-schemas";
import type { IntentPage } from "@/lib/payments/lists/list-intents";
import type { DetailedIntent, IntentRefund, IntentTransfer } from "@/lib/payments/lists/select-intents";
import { CONFIRMATIONS_REQUIRED } from "@/lib/payments/page/progress";
import { readQuote } from "@/lib/payments/prices/read-quote";

/** Who is shown it. */
type Reader = Pick<KeyContext, "settings" | "scopes">;
type Answer = z.infer<typeof DetailedIntentAnswer>;

const FLAG_NAMES = { partial: "partially_paid", over: "overpaid", late: "late" } as const satisfies Record<
  PaymentFlag,
  string
>;

export function presentIntents({ intents, next }: IntentPage, reader: Reader): z.infer<typeof IntentPageAnswer> {
  return { data: intents.map((intent) => presentIntent(intent, reader)), has_more: next !== null, next };
}

/** Addresses of the customer only for a key with `customers:read`. */
export function presentIntent(intent: DetailedIntent, { settings, scopes }: Reader): Answer {
  const { amountMicros, receivedMicros, refundAddress } = intent;
  const quote = readQuote(intent);
  const seesCustomers = scopes.includes("customers:read");
  return {
    id: intent.id,
    terminal_id: intent.terminalId,
    terminal_name: intent.terminalName,
    environment: intent.environment,
    livemode: intent.environment === "live",
    status: intent.status,
    amount_usdt: numberFromMicros(amountMicros),
    received_usdt: numberFromMicros(receivedMicros),
    remaining_usdt: numberFromMicros(remainingMicros(intent)),
    overpaid_usdt: numberFromMicros(receivedMicros > amountMicros ? receivedMicros - amountMicros : 0n),
    quote: quote && presentQuote(quote),
    flags: flagsOf(intent.flags).map((flag) => FLAG_NAMES[flag]),
    reference: intent.reference,
    metadata: intent.metadata,
    success_url: intent.successUrl,
    cancel_url: intent.cancelUrl,
    checkout_url: checkoutUrl(settings, intent.id),
    receive_address: toTron(intent.receiveAddress),
    created_at: intent.createdAt.toISOString(),
    expires_at: intent.expiresAt.toISOString(),
    paid_at: intent.paidAt?.toISOString() ?? null,
    expired_at: intent.expiredAt?.toISOString() ?? null,
    cancelled_at: intent.cancelledAt?.toISOString() ?? null,
    transfers: intent.transfers.map(presentTransfer),
    refunds: intent.refunds.map((refund) => presentRefund(refund, seesCustomers)),
    ...(seesCustomers && { refund_address: toTron(refundAddress) }),
  };
}

function presentTransfer(transfer: IntentTransfer): Answer["transfers"][number] {
  const isSimulated = transfer.network === "sandbox";
  // a recorded one is in a final block
  const confirmations = transfer.confirmations ?? CONFIRMATIONS_REQUIRED;
  return {
    id: transfer.id,
    tx_hash: transfer.txHash,
    from_address: toTron(transfer.from),
    amount_usdt: numberFromMicros(BigInt(transfer.micros)),
    block_number: transfer.blockNumber,
    confirmations: isSimulated ? null : Math.min(confirmations, CONFIRMATIONS_REQUIRED),
    received_at: toIso(transfer.at),
    counted: transfer.counted,
    simulated: isSimulated,
  };
}

function presentRefund(refund: IntentRefund, seesCustomers: boolean): Answer["refunds"][number] {
  return {
    id: refund.id,
    amount_usdt: numberFromMicros(BigInt(refund.micros)),
    status: refund.status,
    tx_hash: refund.txHash,
    created_at: toIso(refund.at),
    ...(seesCustomers && { to_address: toTron(refund.toAddress) }),
  };
}

function toTron(address: string | null): string | null {
  return address && tronFromHex(address);
}

function toIso(text: string): string {
  return new Date(text).toISOString();
}
