import { z } from "zod";
import { ENVIRONMENTS } from "@/lib/base/context/context";
import type { Settings } from "@/lib/base/context/settings";
import { tronFromHex } from "@/lib/base/tron/address";
import { numberFromMicros } from "@/lib/base/values/money";
import { checkoutUri, checkoutUrl } from "@/lib/customer/checkout/links";
import { QuoteAnswer } from "@/lib/payments/intents/schemas";
import { INTENT_STATUSES } from "@/lib/payments/intents/state";
import type { Instructions } from "@/lib/payments/page/get-instructions";
import { presentPrice } from "@/lib/payments/page/price";
import { CONFIRMATIONS_REQUIRED, progressOf } from "@/lib/payments/page/progress";

const amount = (description: string) => z.number().meta({ description, format: "double" });

export const InstructionsAnswer = z
  .object({
    id: z.guid().meta({ description: "ID of the intent." }),
    status: z.enum(INTENT_STATUSES).meta({ description: "Pay only while this is `pending`." }),
    environment: z.enum(ENVIRONMENTS).meta({ description: "`sandbox`: no real funds. `live`: real USDT." }),
    livemode: z.boolean().meta({ description: "`true` for live, `false` for sandbox." }),
    merchant_name: z.string().meta({ description: "Name of the business." }),
    terminal_name: z.string().meta({ description: "Name of the terminal." }),
    reference: z.string().nullable().meta({ description: "The merchant's order ID, as given." }),
    network: z.string().nullable().meta({
      description:
        "`sandbox`, `tron-mainnet` or the name of a test network. Null when live is off on this installation.",
    }),
    network_name: z
      .string()
      .nullable()
      .meta({ description: "Display name of the network. Null in the sandbox and when live is off." }),
    contract: z.string().nullable().meta({ description: "Address of the USDT contract. Null in the sandbox." }),
    address: z
      .string()
      .nullable()
      .meta({ description: "Receive address. Null in the sandbox and after the intent has ended." }),
    currency: z.literal("USDT"),
    amount_usdt: amount("Amount due, exact to six decimals. The full amount must arrive: wallet fees come on top."),
    quote: QuoteAnswer.pick({ currency: true, amount: true }).nullable().meta({
      description: "The price that the amount due was quoted from. Null for an amount in USDT.",
    }),
    received_usdt: amount("Amount received in final blocks."),
    missing_usdt: amount("Remaining amount. Unconfirmed transfers aren't deducted. 0 when nothing remains."),
    to_send_usdt: amount(
      "Amount the customer should send now: the remaining amount minus unconfirmed transfers. 0 when enough has been detected.",
    ),
    // some client generators know no type that is null alone
    memo: z.string().nullable().meta({ description: "Always null: no memo is needed." }),
    confirming: z
      .object({
        confirmations: z.number().int().min(0).max(CONFIRMATIONS_REQUIRED).meta({
          description: "Confirmations of the most recent transfer.",
        }),
        required: z.literal(CONFIRMATIONS_REQUIRED).meta({ description: "Confirmations required.", type: "integer" }),
        amount_usdt: amount("Sum of the unconfirmed transfers."),
      })
      .nullable()
      .meta({ description: "Detected transfers that aren't final yet. Null when there are none." }),
    expires_at: z.iso.datetime().meta({ description: "When a pending intent expires." }),
    expires_in_seconds: z.number().int().min(0).meta({
      description:
        "Whole seconds until expiry by the server's clock, for devices whose clock is wrong. 0 after expiry.",
    }),
    checkout_uri: z.string().meta({ description: "Deep link to the wallet app. Show it as a QR code." }),
    checkout_url: z.url().meta({ description: "Hosted payment page." }),
  })
  .meta({ id: "PaymentInstructions", description: "Everything a customer needs to pay an intent." });

export function presentInstructions(found: Instructions, settings: Settings): z.infer<typeof InstructionsAnswer> {
  const { network } = settings;
  const live = found.environment === "live";
  const payable = live && found.status === "pending" && network !== null && found.receiveAddress !== null;
  const { status, received_usdt, missing_usdt, to_send_usdt, confirming, expires_in_seconds } = progressOf(found);
  return {
    id: found.id,
    status,
    environment: found.environment,
    livemode: live,
    merchant_name: found.merchantName,
    terminal_name: found.terminalName,
    reference: found.reference,
    network: live ? (network?.id ?? null) : "sandbox",
    network_name: live ? (network?.name ?? null) : null,
    contract: live && network ? tronFromHex(network.token) : null,
    address: payable && found.receiveAddress ? tronFromHex(found.receiveAddress) : null,
    currency: "USDT",
    amount_usdt: numberFromMicros(found.amountMicros),
    quote: presentPrice(found),
    received_usdt,
    missing_usdt,
    to_send_usdt,
    memo: null,
    confirming,
    expires_at: found.expiresAt.toISOString(),
    expires_in_seconds,
    checkout_uri: checkoutUri(settings, found.id),
    checkout_url: checkoutUrl(settings, found.id),
  };
}
